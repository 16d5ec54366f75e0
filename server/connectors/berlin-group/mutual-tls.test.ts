import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { profileAt, SEPA_INITIATION } from "../../test/banks/fake-bank";
import { onLoopback } from "../../test/processes/on-loopback";
import type { BankProfile } from "../profile-schema";
import { berlinGroup } from "./connector";

const present = hasOpenssl();
if (!present) console.warn("Left out: a bank by mutual TLS, because the openssl command is not there.");

const REDIRECT = { uri: "https://pay.example/return", state: "s".repeat(43), secret: "x".repeat(43) };
const ORGANISATION = "PSDDE-BAFIN-123456";

/** A bank with OAuth that requires a certificate of its authority and records every call. */
async function startBank(
  authority: Authority,
): Promise<{ profile: BankProfile; calls: string[]; close(): Promise<void> }> {
  const calls: string[] = [];
  const options = { ...authority.issue("bank"), ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const server = https.createServer(options, (request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const origin = `https://${request.headers.host}`;
    const endpoints = { authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` };
    const answers: Record<string, object> = {
      "/oauth": { issuer: origin, ...endpoints },
      "/token": { access_token: "at", token_type: "Bearer" },
    };
    const started = { transactionStatus: "RCVD", paymentId: "p1", _links: { scaOAuth: { href: "/oauth" } } };
    response.writeHead(200).end(JSON.stringify(answers[request.url ?? ""] ?? started));
  });
  const { port, origin, close } = await onLoopback(server);
  const profile = profileAt(port, { baseUrl: `${origin}/psd2` });
  return { profile, calls, close };
}

describe.runIf(present)("a bank with mutual TLS", () => {
  let authority: Authority;
  let folder: string;
  let bank: Awaited<ReturnType<typeof startBank>>;
  beforeAll(async () => {
    authority = newAuthority("Bank CA");
    folder = mkdtempSync(path.join(tmpdir(), "bankside-qwac-"));
    const ours = authority.issue("psp", { subject: `/CN=pay.example/organizationIdentifier=${ORGANISATION}` });
    const files = { "psp.crt": ours.cert, "psp.key": ours.key, "ca.crt": authority.cert };
    for (const [name, pem] of Object.entries(files)) writeFileSync(path.join(folder, name), pem);
    bank = await startBank(authority);
  });
  afterAll(() => {
    bank?.close();
    authority?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string) => path.join(folder, name);
  const initiate = (profile: BankProfile) => berlinGroup.initiate(profile, { ...SEPA_INITIATION, redirect: REDIRECT });

  it("identifies us by our certificate in every call and as an OAuth client", async () => {
    const tls = { certFile: at("psp.crt"), keyFile: at("psp.key"), caFile: at("ca.crt") };
    const profile = { ...bank.profile, security: { tls } };
    const started = await initiate(profile);
    if (!started.ok || started.value.next.kind !== "redirect") throw new Error(JSON.stringify(started));
    expect(new URL(started.value.next.url).searchParams.get("client_id")).toBe(ORGANISATION);
    const { links } = started.value;
    const ref = { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links };
    const returned = await berlinGroup.completeRedirect(profile, { ref, params: { code: "c" }, redirect: REDIRECT });
    expect(returned).toMatchObject({ ok: true, value: { kind: "granted" } });
    expect(bank.calls).toEqual([
      "POST /psd2/v1/payments/sepa-credit-transfers",
      "GET /oauth",
      "GET /oauth",
      "POST /token",
    ]);
  });

  it("refuses other certificates", async () => {
    bank.calls.length = 0;
    expect(await initiate({ ...bank.profile, security: {} })).toMatchObject({ ok: false, kind: "unavailable" });
    expect(bank.calls).toEqual([]);
  });
});
