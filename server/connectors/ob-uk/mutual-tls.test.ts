import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, type Certified, hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { ukProfileAt } from "../../test/banks/fake-uk-bank";
import { keySetOf, newTpp, signDetached } from "../../test/banks/tpp";
import { beginPayment, taken } from "../../test/banks/uk-bank";
import { type Loopback, onLoopback } from "../../test/processes/on-loopback";
import type { BankProfile } from "../profile-schema";
import { obUk } from "./connector";

// A bank that requires a certificate of its authority for tokens, keys and resources (RFC 8705).

const present = hasOpenssl();
if (!present) console.warn("Left out: there is no openssl command to make certificates with.");

describe.runIf(present)("a bank with mutual TLS", () => {
  const key = newTpp();
  const seen: string[] = [];
  let folder: string;
  let trusted: Authority;
  let other: Authority;
  let bank: Loopback;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "bankside-uk-tls-"));
    trusted = newAuthority("Bank authority");
    other = newAuthority("Other authority");
    const own = trusted.issue("bank");
    const server = createServer(
      { ...own, ca: trusted.cert, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        const peer = (request.socket as TLSSocket).getPeerCertificate().subject.CN;
        seen.push(`${String(peer)} ${request.url}`);
        const body = JSON.stringify(answerTo(request.url ?? ""));
        const signature = request.url?.startsWith("/pisp/") ? { "x-jws-signature": signDetached(key, body) } : {};
        response.writeHead(request.method === "POST" && request.url !== "/token" ? 201 : 200, signature).end(body);
      },
    );
    bank = await onLoopback(server);
  });
  afterAll(() => {
    bank.close();
    for (const authority of [trusted, other]) authority.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function answerTo(url: string): unknown {
    if (url === "/jwks") return keySetOf(key);
    if (url === "/token") return { access_token: "at", token_type: "Bearer", expires_in: 300 };
    return { Data: { ConsentId: "c1", Status: "AwaitingAuthorisation" } };
  }

  function profileWith(name: string, certified: Certified | null, ca = trusted.cert): BankProfile {
    const profile = ukProfileAt(bank.origin);
    const { oauth } = profile;
    if (!certified || !oauth) return { ...profile, id: name };
    const file = (end: string, text: string) => {
      writeFileSync(path.join(folder, `${name}.${end}`), text);
      return path.join(folder, `${name}.${end}`);
    };
    const tls = { certFile: file("crt", certified.cert), keyFile: file("key", certified.key), caFile: file("ca", ca) };
    return {
      ...profile,
      id: name,
      oauth: { ...oauth, clientAuthentication: "tls_client_auth" },
      security: { ...profile.security, tls },
    };
  }

  it("gets our certificate with every call and identifies us by it", async () => {
    const { outcome } = await beginPayment(profileWith("good", trusted.issue("bankside")));
    expect(taken(outcome)).toMatchObject({ consentId: "c1" });
    expect(seen).toEqual(["bankside /token", "bankside /pisp/domestic-payment-consents", "bankside /jwks"]);
  });

  it.each<[string, () => BankProfile]>([
    ["without a certificate", () => profileWith("none", null)],
    ["with one of another authority", () => profileWith("foreign", other.issue("bankside"))],
    ["with one that has ended", () => profileWith("over", trusted.issue("bankside", { expired: true }))],
    ["that is not the one we trust", () => profileWith("wrong", trusted.issue("bankside"), other.cert)],
  ])("refuses us %s", async (_name, profileOf) => {
    seen.length = 0;
    const { outcome } = await beginPayment(profileOf());
    expect(outcome).toMatchObject({ ok: false, kind: "unavailable" });
    const ref = { scheme: "FASTER_PAYMENTS", bankPaymentId: null, consentId: "c1", links: {} };
    const call = { ref: { ...ref, grant: { accessToken: "x" } }, body: "{}", idempotencyKey: "k" };
    const submission = await obUk.submit(profileOf(), call);
    // With TLS 1.3 a client may have sent data before it is refused: the outcome is then unknown.
    expect(["unavailable", "unknown"]).toContain(submission.ok ? "ok" : submission.kind);
    expect(seen).toEqual([]);
  });
});
