import { execFileSync } from "node:child_process";
import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimbank, type TestSimbank } from "../../server/test/banks/simbank";
import { bankKey, codeOf, tppAt } from "../../server/test/banks/xs2a";
import { moveClock } from "../../server/test/database";
import { temporaryFolder } from "../../server/test/temporary-folder";

const SIGNED = ["digest", "x-request-id", "tpp-redirect-uri", "date"];
let simbank: TestSimbank;
let seal: { certificate: X509Certificate; key: ReturnType<typeof createPrivateKey> };
const folder = temporaryFolder("seal");
beforeAll(async () => {
  simbank = await startSimbank();
  // A certificate made by the openssl command, independent of this project's code.
  const files = ["-keyout", "seal.key", "-out", "seal.crt"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Test seal", "-days", "2", ...files];
  execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const read = (name: string) => readFileSync(path.join(folder, name));
  seal = { certificate: new X509Certificate(read("seal.crt")), key: createPrivateKey(read("seal.key")) };
});
afterAll(() => simbank.close());

/** Headers of a signed message, by the standard's text (NextGenPSD2 1.3.11, section 12). */
function signatureOf(body: string, headers: Record<string, string>, names = SIGNED): Record<string, string> {
  const digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
  const all: Record<string, string> = { ...headers, digest, date: new Date().toUTCString() };
  const text = names.map((name) => `${name}: ${all[name] ?? ""}`).join("\n");
  const value = sign("sha256", Buffer.from(text), seal.key).toString("base64");
  const { serialNumber, raw } = seal.certificate;
  const keyId = `SN=${serialNumber},CA=CN=Test seal`;
  return {
    ...all,
    signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(" ")}",signature="${value}"`,
    "tpp-signature-certificate": raw.toString("base64"),
  };
}

async function initiation(change: (headers: Record<string, string>) => Record<string, string>, names = SIGNED) {
  const tpp = tppAt("commerzbank");
  const body = tpp.orderOf();
  const unsigned = { "x-request-id": randomUUID(), "tpp-redirect-uri": `${simbank.baseUrl}/ok` };
  const signed = signatureOf(JSON.stringify(body), unsigned, names);
  const psu = { "psu-ip-address": "203.0.113.7", "content-type": "application/json", ...bankKey() };
  const headers = { ...psu, ...change(signed) };
  const url = `${tpp.root}/payments/sepa-credit-transfers`;
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body), headers });
  return codeOf({ status: response.status, headers: response.headers, body: await response.json() }).slice(0, 2);
}

const without = (name: string) => (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
const changed = (name: string, value: string) => (headers: Record<string, string>) => ({ ...headers, [name]: value });

describe("a bank that accepts signed messages only", () => {
  it("accepts a message signed by the standard", async () => {
    expect(await initiation((headers) => headers)).toEqual([201, undefined]);
  });

  it.each([
    ["without a signature", without("signature"), [401, "SIGNATURE_MISSING"]],
    ["without a digest", without("digest"), [401, "SIGNATURE_MISSING"]],
    ["without the certificate", without("tpp-signature-certificate"), [401, "CERTIFICATE_MISSING"]],
    ["with a certificate that is none", changed("tpp-signature-certificate", "AAAA"), [401, "CERTIFICATE_INVALID"]],
    ["with another digest", changed("digest", "SHA-256=AAAA"), [401, "SIGNATURE_INVALID"]],
    ["with another date", changed("date", new Date(0).toUTCString()), [401, "SIGNATURE_INVALID"]],
    ["with another X-Request-ID", changed("x-request-id", randomUUID()), [401, "SIGNATURE_INVALID"]],
    ["with a header more that had to be signed", changed("psu-id", "another-client"), [401, "SIGNATURE_INVALID"]],
  ])("refuses one %s", async (_name, change, expected) => {
    expect(await initiation(change)).toEqual(expected);
  });

  it("refuses one without a required header", async () => {
    expect(
      await initiation(
        (headers) => headers,
        SIGNED.filter((name) => name !== "tpp-redirect-uri"),
      ),
    ).toEqual([401, "SIGNATURE_INVALID"]);
  });

  it("refuses an expired certificate", async () => {
    await moveClock("3 days");
    expect(await initiation((headers) => headers)).toEqual([401, "CERTIFICATE_EXPIRED"]);
  });

  it("requires a signature on every call, also on reads", async () => {
    const tpp = tppAt("commerzbank");
    const url = `${tpp.root}/payments/sepa-credit-transfers/${randomUUID()}/status`;
    expect(codeOf(await tpp.call("GET", url)).slice(0, 2)).toEqual([401, "SIGNATURE_MISSING"]);
    const signed = signatureOf("", { "x-request-id": randomUUID() }, ["digest", "x-request-id", "date"]);
    expect(codeOf(await tpp.call("GET", url, undefined, signed)).slice(0, 2)).toEqual([404, "RESOURCE_UNKNOWN"]);
  });
});
