import { execFileSync } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { selfSignedCertificate } from "../../lib/net/self-signed-certificate";
import { hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { bankThat, json } from "../../test/banks/fake-bank";
import { temporaryFolder } from "../../test/temporary-folder";
import { berlinGroup } from "./connector";

const present = hasOpenssl();
if (!present) console.warn("Left out: signatures checked by the openssl command, which is not there.");

type Seen = { headers: Record<string, string>; body: string };

const folder = temporaryFolder("seal");
const at = (name: string) => path.join(folder, name);
const openssl = (args: string[], input = "") => execFileSync("openssl", args, { cwd: folder, input, stdio: "pipe" });

/** The calls of an initiation, a status and a cancellation, as a bank that requires signatures received them. */
async function callsOf(signing: { keyFile?: string; certFile?: string }): Promise<Seen[]> {
  const seen: Seen[] = [];
  const profile = await bankThat(
    (request, response, body) => {
      seen.push({ headers: request.headers as Record<string, string>, body });
      if (request.method === "DELETE") return response.writeHead(204).end();
      return json(response, 200, { transactionStatus: "RCVD", paymentId: "p1", _links: {} });
    },
    { security: { signing } },
  );
  const redirect = { uri: "https://pay.example/return", state: "s", secret: "x" };
  const psu = { ip: "203.0.113.7", userAgent: null, locale: "en" };
  const order = { scheme: "SEPA_CREDIT_TRANSFER", body: '{"é":1}', idempotencyKey: "k1", psu, redirect };
  await berlinGroup.initiate(profile, order);
  const ref = {
    scheme: order.scheme,
    bankPaymentId: "p1",
    consentId: null,
    links: {},
    money: { amountMinor: 2_550n, currency: "EUR" },
  };
  await berlinGroup.status(profile, ref);
  await berlinGroup.cancel?.(profile, ref);
  return seen;
}

/** Verifies digest, signing string and certificate with the openssl command; returns what is wrong. */
function faultOf({ headers, body }: Seen): string | null {
  const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(headers["signature"] ?? "")?.[1] ?? "";
  const digest = openssl(["dgst", "-sha256", "-binary"], body).toString("base64");
  if (headers["digest"] !== `SHA-256=${digest}`) return "digest";
  const lines = part("headers")
    .split(" ")
    .map((name) => `${name}: ${headers[name] ?? "(not sent)"}`);
  writeFileSync(at("text"), lines.join("\n"));
  writeFileSync(at("signature"), Buffer.from(part("signature"), "base64"));
  writeFileSync(at("cert.der"), Buffer.from(headers["tpp-signature-certificate"] ?? "", "base64"));
  writeFileSync(at("public.pem"), openssl(["x509", "-inform", "DER", "-in", "cert.der", "-noout", "-pubkey"]));
  const serial = openssl(["x509", "-inform", "DER", "-in", "cert.der", "-noout", "-serial"]).toString().trim();
  if (`SN=${serial.replace("serial=", "")}` !== part("keyId").split(",")[0]) return "serial";
  try {
    openssl(["dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "text"]);
    return null;
  } catch {
    return "signature";
  }
}

describe.runIf(present)("a bank that requires signatures", () => {
  it("verifies each message with the operator's certificate and detects changes", async () => {
    const authority = newAuthority('Żółta "CA"');
    const seal = authority.issue("seal", { rsa: true });
    authority.close();
    writeFileSync(at("seal.key"), seal.key);
    writeFileSync(at("seal.crt"), seal.cert);
    const calls = await callsOf({ keyFile: at("seal.key"), certFile: at("seal.crt") });
    expect(calls.map(({ headers }) => /headers="([^"]*)"/.exec(headers["signature"] ?? "")?.[1])).toEqual([
      "digest x-request-id tpp-redirect-uri date",
      "digest x-request-id date",
      "digest x-request-id date",
    ]);
    for (const call of calls) {
      expect(faultOf(call)).toBeNull();
      expect(call.headers["signature"]).toContain("CA=CN=\\C5\\BB\\C3\\B3\\C5\\82ta");
      expect(faultOf({ ...call, body: `${call.body} ` })).toBe("digest");
      expect(faultOf({ ...call, headers: { ...call.headers, "x-request-id": "another" } })).toBe("signature");
      expect(faultOf({ ...call, headers: { ...call.headers, date: new Date(0).toUTCString() } })).toBe("signature");
    }
    const [initiation] = calls;
    const turned = { ...initiation?.headers, "tpp-redirect-uri": "https://evil.example/" } as Record<string, string>;
    expect(initiation && faultOf({ ...initiation, headers: turned })).toBe("signature");
  });

  it("gets a self-signed certificate that openssl verifies when there is only a key", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = selfSignedCertificate(privateKey);
    expect(selfSignedCertificate(privateKey)).toBe(pem);
    const certificate = new X509Certificate(pem);
    expect(certificate.checkPrivateKey(privateKey)).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(9999);
    writeFileSync(at("self.crt"), pem);
    const text = openssl(["x509", "-in", "self.crt", "-noout", "-text"]).toString();
    expect(text).toContain("Signature Algorithm: sha256WithRSAEncryption");
    expect(text).toContain("Not After : Dec 31 23:59:59 9999 GMT");
    openssl(["verify", "-CAfile", "self.crt", "self.crt"]);
    const spoiled = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ""), "base64");
    spoiled.write("Seaside!", spoiled.indexOf("Bankside"));
    expect(new X509Certificate(spoiled).verify(certificate.publicKey)).toBe(false);
  });
});

it("a bank without signatures gets none", async () => {
  const seen: string[] = [];
  const profile = await bankThat((request, response) => {
    seen.push(...Object.keys(request.headers));
    json(response, 200, { transactionStatus: "RCVD" });
  });
  const ref = {
    scheme: "SEPA_CREDIT_TRANSFER",
    bankPaymentId: "p1",
    consentId: null,
    links: {},
    money: { amountMinor: 2_550n, currency: "EUR" },
  };
  await berlinGroup.status(profile, ref);
  expect(seen).toContain("x-request-id");
  for (const name of ["digest", "signature", "tpp-signature-certificate"]) expect(seen).not.toContain(name);
});

it("the installation's own key signs when the profile has no key file", async () => {
  const [call] = await callsOf({});
  expect(call?.headers["signature"]).toMatch(/^keyId="SN=[0-9A-F]{32},CA=CN=Bankside/);
});
