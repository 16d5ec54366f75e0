import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { afterEach, beforeEach } from "vitest";
import { installationSigningKey } from "../../connectors/keys/signing-key";
import { type BankProfile, bankProfileSchema } from "../../connectors/profile-schema";
import { onLoopback } from "../processes/on-loopback";
import { CLIENT_ID, type Json, keySetOf, newTpp, signDetached, type Tpp } from "./tpp";

// A UK bank that the test itself scripts, with its own keys, for faults that the simulated bank does not have. It signs
// without the product's code (tpp.ts).

/** An unanswered request is closed after this time. */
const TIMEOUT_MS = 20_000;

export type BankRequest = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };
/**
 * `body`: a string as it is, else serialised as JSON. `signature`: absent for the right one, null for none. `null`
 * closes the connection.
 */
export type BankResponse = {
  status: number;
  body?: string | Json;
  headers?: Record<string, string>;
  signature?: string | null;
};
export type ResponseHandler = (asked: BankRequest) => BankResponse | null | Promise<BankResponse | null>;

export type FakeUkBank = {
  profile: BankProfile;
  issuer: string;
  key: Tpp;
  /** Calls of the resources, of the token endpoint, and of the key set, in order. */
  asked: BankRequest[];
  resource: ResponseHandler;
  token: ResponseHandler;
  keys: ResponseHandler;
  close(): Promise<void>;
};

/** A submitted payment of 25.50 GBP. */
export const SUBMITTED = {
  ...{ scheme: "FASTER_PAYMENTS", bankPaymentId: "p1", consentId: "c1", links: {} },
  money: { amountMinor: 2_550n, currency: "GBP" },
};

export const TOKEN: Json = { access_token: "at", token_type: "Bearer", expires_in: 300 };

/**
 * One key pair for all banks of a test file, with a different name for each: creating one takes longer than most tests.
 */
let pair: Tpp | undefined;

/** Starts one as `bank`. */
export async function startFakeUkBank(bank = {} as FakeUkBank): Promise<FakeUkBank> {
  pair ??= newTpp();
  const key = { ...pair, keyId: randomUUID() };
  // Created in advance, so that it does not slow the first call.
  await installationSigningKey();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = "", url = "", headers } = request;
    const asked = { method, path: url, headers, body: Buffer.concat(parts).toString("utf8") };
    bank.asked.push(asked);
    const place = url === "/token" ? "token" : url === "/jwks" ? "keys" : "resource";
    const said = await bank[place](asked);
    if (!said) return void request.socket.destroy();
    const { status, body = "", headers: given = {}, signature } = said;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const isSigned = place === "resource" && signature !== null && text !== "" && url.startsWith("/pisp/");
    response.writeHead(status, {
      "content-type": "application/json",
      "x-fapi-interaction-id": headers["x-fapi-interaction-id"] ?? "",
      ...(isSigned ? { "x-jws-signature": signature ?? signDetached(key, text) } : {}),
      ...given,
    });
    response.end(text);
  });
  const { origin: issuer, close } = await onLoopback(server);
  return Object.assign(bank, {
    profile: ukProfileAt(issuer),
    issuer,
    key,
    asked: [],
    resource: () => ({ status: 404 }),
    token: () => ({ status: 200, body: TOKEN }),
    keys: () => ({ status: 200, body: keySetOf(key) }),
    close,
  } satisfies FakeUkBank);
}

/** A new one for each test of a file. Registers hooks: call it at the top of the file. */
export function fakeUkBankOfEachTest(): FakeUkBank {
  const bank = {} as FakeUkBank;
  beforeEach(async () => void (await startFakeUkBank(bank)));
  afterEach(() => bank.close());
  return bank;
}

/** A profile with all endpoints at one address. */
export function ukProfileAt(issuer: string): BankProfile {
  return bankProfileSchema.parse({
    id: `played-${new URL(issuer).port}`,
    connector: "ob-uk",
    version: "3.1",
    environment: "test",
    baseUrl: issuer,
    hosts: [new URL(issuer).host],
    products: { FASTER_PAYMENTS: "UK.OBIE.FPS" },
    idempotency: "x-idempotency-key",
    cancel: false,
    finality: "ACSC",
    oauth: {
      issuer,
      authorizationEndpoint: `${issuer}/authorize`,
      tokenEndpoint: `${issuer}/token`,
      jwksUri: `${issuer}/jwks`,
      clientId: CLIENT_ID,
      clientAuthentication: "private_key_jwt",
      responseMode: "jwt",
    },
    security: { signing: {} },
    initiateTimeoutMs: TIMEOUT_MS,
    statusTimeoutMs: TIMEOUT_MS,
    tokenTimeoutMs: TIMEOUT_MS,
  });
}
