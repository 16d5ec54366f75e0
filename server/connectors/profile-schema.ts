import { z } from "zod";
import { isUrl } from "../lib/net/parse-url";

const INITIATE_TIMEOUT_MS = 15_000;
const STATUS_TIMEOUT_MS = 5_000;
const TOKEN_TIMEOUT_MS = 10_000;
const CONCURRENCY = 4;

/** Path of a PEM file, read at start and on SIGHUP. */
const pemFile = z.string().min(1);
const bankAddress = z.url({ protocol: /^https?$/ }).refine((text) => isUrl(text), "contains a control character");

/** Mutual TLS (RFC 8705; eIDAS QWAC, OBWAC). */
const tls = z.strictObject({ certFile: pemFile, keyFile: pemFile, caFile: pemFile.optional() });

/** The key that signs messages and assertions (eIDAS QSealC, OBSeal). */
const signing = z.strictObject({
  /** `kid` by which the bank finds the key. Absent where each message carries the certificate. */
  keyId: z.string().min(1).optional(),
  /** Absent: the installation's own key, which only simulated banks know. */
  keyFile: pemFile.optional(),
  certFile: pemFile.optional(),
  /** `http://openbanking.org.uk/tan` of a UK signature: where the key can be found. */
  trustAnchor: z.string().min(1).optional(),
  /** `http://openbanking.org.uk/iss` of a UK signature: how the trust anchor names us. Absent: the client id. */
  issuer: z.string().min(1).optional(),
});

/** The bank's OAuth 2.0 authorisation server and our registration there. */
const oauth = z.strictObject({
  issuer: bankAddress,
  authorizationEndpoint: bankAddress,
  tokenEndpoint: bankAddress,
  jwksUri: bankAddress,
  clientId: z.string().min(1),
  clientAuthentication: z.enum(["private_key_jwt", "tls_client_auth"]),
  /** How the result of an approval is returned: in the query as a JWT (JARM), or in the fragment (hybrid flow). */
  responseMode: z.enum(["jwt", "fragment"]),
});

/** Deviations of single banks from their standard. A connector reads each in one function. */
const quirks = z.strictObject({
  /** The id_token carries no `s_hash`. */
  idTokenWithoutStateHash: z.literal(true).optional(),
  /**
   * Berlin Group: the OAuth redirect URI must equal that of the initiation exactly, so the initiation's has no `state`; only
   * OAuth returns it.
   */
  oauthRedirectAsInitiated: z.literal(true).optional(),
  /** The bank's responses have no signature, or one that cannot be verified: it is ignored. */
  answersUnsigned: z.literal(true).optional(),
  /** The audience of our assertions is the token endpoint's address instead of the issuer. */
  assertionForTokenEndpoint: z.literal(true).optional(),
});

export const bankProfileSchema = z.strictObject({
  /** The connection's id, chosen by the operator; of a simulated bank its slug. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
  connector: z.enum(["berlin-group", "ob-uk"]),
  version: z.enum(["1.3", "3.1"]),
  environment: z.enum(["test", "live"]),
  /** Without a trailing slash; the standard's paths (`/v1/…`, `/pisp/…`) are appended. */
  baseUrl: bankAddress,
  /** `host` or `host:port` of the links that the server may call. */
  hosts: z.array(z.string()).min(1),
  /** Payment scheme → the bank's product or local instrument. Only these schemes are offered; the first is the default. */
  products: z.record(z.string(), z.string()),
  /** The bank needs the payer's IBAN before the redirect. */
  requiresDebtorAccount: z.boolean().default(false),
  /** The bank may ask the PSU in its own app, without a redirect. */
  decoupled: z.boolean().default(false),
  /** The header whose repeated key returns the same payment. */
  idempotency: z.enum(["x-request-id", "x-idempotency-key", "none"]),
  /** Whether a payment can be cancelled before its approval. */
  cancel: z.boolean(),
  /** Berlin Group: whether the bank notifies each payment's own address. */
  push: z.boolean().default(false),
  /** Accounts are read by an agreement with the bank, without a person's consent or a limit. */
  corporateAccess: z.literal(true).optional(),
  /**
   * This installation's public IPv4 address, for a bank that refuses IPv6 addresses of PSUs. Berlin Group: sent for a PSU
   * without an IPv4 address. UK Open Banking: no address is sent for such a PSU.
   */
  publicIpv4: z.ipv4().optional(),
  /** The first status that counts as paid. Many banks report no later one. */
  finality: z.enum(["ACSP", "ACSC", "ACCC"]),
  /** Berlin Group OAuth: our client id. Absent: the organizationIdentifier of our certificate. */
  clientId: z.string().min(1).optional(),
  oauth: oauth.optional(),
  security: z.strictObject({ tls: tls.optional(), signing: signing.optional() }).default({}),
  quirks: quirks.default({}),
  /** Concurrent calls to this bank per process. */
  concurrency: z.int().positive().default(CONCURRENCY),
  initiateTimeoutMs: z.int().positive().default(INITIATE_TIMEOUT_MS),
  statusTimeoutMs: z.int().positive().default(STATUS_TIMEOUT_MS),
  tokenTimeoutMs: z.int().positive().default(TOKEN_TIMEOUT_MS),
});

/** The configuration of one bank's connection. */
export type BankProfile = z.infer<typeof bankProfileSchema>;
export type Environment = BankProfile["environment"];

/** A lease to refresh a grant is at least this long. */
const MIN_REFRESH_LEASE_S = 15;

/** Seconds of a lease to refresh a grant: longer than the token call, so that its holder has ended when the lease does. */
export function refreshLeaseS({ tokenTimeoutMs }: BankProfile): number {
  return Math.max(MIN_REFRESH_LEASE_S, Math.ceil((2 * tokenTimeoutMs) / 1000));
}
