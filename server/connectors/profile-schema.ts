import { z } from "zod";
import { isUrl } from "../lib/parse-url";

const INITIATE_TIMEOUT_MS = 15_000;
const STATUS_TIMEOUT_MS = 5_000;
const TOKEN_TIMEOUT_MS = 10_000;
const CONCURRENCY = 4;

/** A PEM file of the operator's: a path, read at start and again on SIGHUP. */
const pemFile = z.string().min(1);
const bankAddress = z.url({ protocol: /^https?$/ }).refine((text) => isUrl(text), "has a control character");

/** Mutual TLS (RFC 8705; eIDAS QWAC, OBWAC). */
const tls = z.strictObject({ certFile: pemFile, keyFile: pemFile, caFile: pemFile.optional() });

/** With what we sign messages and assertions (eIDAS QSealC, OBSeal). */
const signing = z.strictObject({
  /** `kid` of the key, by which the bank's side looks it up. Absent: a bank that reads the certificate in the message. */
  keyId: z.string().min(1).optional(),
  /** Absent: the installation's own key, which only simulated banks know. */
  keyFile: pemFile.optional(),
  certFile: pemFile.optional(),
  /** `http://openbanking.org.uk/tan` of a UK signature: where the key can be found. */
  trustAnchor: z.string().min(1).optional(),
  /** `http://openbanking.org.uk/iss` of a UK signature: how the trust anchor names us. Absent: the client id. */
  issuer: z.string().min(1).optional(),
});

/** The bank's OAuth 2.0 authorisation server, and how we are known there. */
const oauth = z.strictObject({
  issuer: bankAddress,
  authorizationEndpoint: bankAddress,
  tokenEndpoint: bankAddress,
  jwksUri: bankAddress,
  clientId: z.string().min(1),
  clientAuthentication: z.enum(["private_key_jwt", "tls_client_auth"]),
  /** How the result of an approval comes back: in the query as a JWT (JARM), or in the fragment (hybrid). */
  responseMode: z.enum(["jwt", "fragment"]),
});

/** What single banks do otherwise than their standard. Each key is read at one place in a connector. */
const quirks = z.strictObject({
  /** The id_token carries no `s_hash`. */
  idTokenWithoutStateHash: z.literal(true).optional(),
  /**
   * Berlin Group: the OAuth redirect URI has to be the one of the initiation, to the letter. It is sent there without our
   * `state`, which only OAuth then brings back.
   */
  oauthRedirectAsInitiated: z.literal(true).optional(),
  /** Signatures of the bank's answers are missing, or nobody can check them: they are not looked at. */
  answersUnsigned: z.literal(true).optional(),
  /** Assertions of ours are for the token endpoint's address, and not for the issuer's name. */
  assertionForTokenEndpoint: z.literal(true).optional(),
});

export const bankProfileSchema = z.strictObject({
  /** The operator's name of the connection; in the simulation the bank's slug. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
  connector: z.enum(["berlin-group", "ob-uk"]),
  version: z.enum(["1.3", "3.1"]),
  environment: z.enum(["test", "live"]),
  /** Without a slash at its end; the standard's paths (`/v1/…`, `/pisp/…`) follow it. */
  baseUrl: bankAddress,
  /** `host` or `host:port` that links given by the bank may point to for calls from the server. */
  hosts: z.array(z.string()).min(1),
  /** Payment scheme → the bank's product (or local instrument). A scheme that is not here is not offered. The first is the default. */
  products: z.record(z.string(), z.string()),
  /** The payer's IBAN must be known before the redirect. */
  requiresDebtorAccount: z.boolean().default(false),
  /** The bank may ask the shopper by itself, in its own app, without anybody visiting an address. */
  decoupled: z.boolean().default(false),
  /** Whether the bank answers a repeated key with the same payment. */
  idempotency: z.enum(["x-request-id", "x-idempotency-key", "none"]),
  /** Whether a payment that was not approved yet can be cancelled. */
  cancel: z.boolean(),
  /** Whether the bank tells of changes by itself. */
  push: z.boolean().default(false),
  /** Accounts are read by an agreement with the bank: no person has to allow it, and nothing limits how often. */
  corporateAccess: z.literal(true).optional(),
  /** The first status that counts as paid; many banks never report a later one. */
  finality: z.enum(["ACSP", "ACSC", "ACCC"]),
  /** Berlin Group's OAuth: how the bank knows us. Absent: by the organizationIdentifier of our certificate. */
  clientId: z.string().min(1).optional(),
  oauth: oauth.optional(),
  security: z.strictObject({ tls: tls.optional(), signing: signing.optional() }).default({}),
  quirks: quirks.default({}),
  /** Calls to this bank at once, over all kinds of work of one process. */
  concurrency: z.int().positive().default(CONCURRENCY),
  initiateTimeoutMs: z.int().positive().default(INITIATE_TIMEOUT_MS),
  statusTimeoutMs: z.int().positive().default(STATUS_TIMEOUT_MS),
  tokenTimeoutMs: z.int().positive().default(TOKEN_TIMEOUT_MS),
});

/** How one bank is spoken to: data, not code. */
export type BankProfile = z.infer<typeof bankProfileSchema>;
export type Environment = BankProfile["environment"];
