import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConnection } from "../../../server/connectors/connections/check-connection";
import { connectorFor } from "../../../server/connectors/connector-for";
import { NO_MERCHANT } from "../../../server/connectors/guard/guard";
import { newId } from "../../../server/lib/ids";
import { type ClientTls, sendRequest } from "../../../server/lib/net/http-client";
import { startSimbank, type TestSimbank } from "../../../server/test/banks/simbank";
import { CLIENT_ID, keySetOf, newTpp, tokenForm } from "../../../server/test/banks/tpp";
import { temporaryFolder } from "../../../server/test/temporary-folder";
import { addressesOf } from "../open-banking/addresses";
import { makeCertificates, readServerTls } from "./certificates";
import { readOptions } from "./options";
import { type StandaloneSimbank, startStandalone } from "./server";

const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"]);
    return true;
  } catch {
    return false;
  }
})();
if (!hasOpenssl) console.warn("Left out: mutual TLS, because openssl is not there to make certificates.");

const DEADLINE_MS = 10_000;
const HOSTS = ["localhost", "127.0.0.1"];
const folder = temporaryFolder("mtls");
const tpp = newTpp();
let plain: TestSimbank;
let bank: StandaloneSimbank;
let ours: ClientTls;
let strangers: ClientTls;
let onlyTrust: { ca: string };

/** The product's certificate and key from the created folder. */
function clientOf(name: string): ClientTls {
  const read = (file: string) => readFileSync(path.join(folder, name, file), "utf8");
  return {
    cert: read("client.crt"),
    key: read("client.key"),
    ca: readFileSync(path.join(folder, "bank/ca.crt"), "utf8"),
  };
}

beforeAll(async () => {
  if (!hasOpenssl) return;
  plain = await startSimbank(async () => Response.json(keySetOf(tpp)));
  await makeCertificates(path.join(folder, "bank"), HOSTS);
  await makeCertificates(path.join(folder, "strangers"), HOSTS);
  [ours, strangers] = [clientOf("bank"), clientOf("strangers")];
  onlyTrust = { ca: ours.ca ?? "" };
  bank = await startStandalone({ port: 0, hosts: ["127.0.0.1"], tls: readServerTls(path.join(folder, "bank")) });
});
afterAll(async () => {
  await bank?.close(1_000);
  await plain?.close();
});

type Call = { tls?: ClientTls; form?: URLSearchParams; token?: string; origin?: string };

async function call(name: string, { tls, form, token, origin = `https://127.0.0.1:${bank.port}` }: Call) {
  const result = await sendRequest({
    method: form ? "POST" : "GET",
    url: `${origin}/simbank/${name}`,
    headers: {
      "X-Request-ID": newId(),
      ...(form ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(form ? { body: form.toString() } : {}),
    ...(tls ? { tls } : {}),
    deadlineMs: DEADLINE_MS,
  });
  if (result.kind !== "answered") throw new Error(result.detail);
  return result.answer;
}

const byCertificate = () =>
  new URLSearchParams({ client_id: CLIENT_ID, grant_type: "client_credentials", scope: "payments" });

async function tokenOf(tls: ClientTls | undefined, form: URLSearchParams, origin?: string): Promise<string> {
  const { status, body } = await call("barclays/token", {
    form,
    ...(tls ? { tls } : {}),
    ...(origin ? { origin } : {}),
  });
  if (status !== 200) throw new Error(body);
  return JSON.parse(body).access_token;
}

describe.runIf(hasOpenssl)("with mutual TLS", () => {
  it("programs are accepted with a certificate of the bank's authority, and with no other", async () => {
    expect((await call("riverbank/xs2a/v1/accounts", { tls: ours })).body).toContain("CONSENT_UNKNOWN");
    const refused = await call("riverbank/xs2a/v1/accounts", { tls: strangers });
    expect([refused.status, refused.body]).toEqual([401, expect.stringContaining("CERTIFICATE_MISSING")]);
    expect((await call("barclays/open-banking/v3.1/pisp/domestic-payments/x", { tls: strangers })).status).toBe(401);
    const form = tokenForm(tpp, addressesOf("barclays").issuer, {
      grant_type: "client_credentials",
      scope: "payments",
    });
    expect((await call("barclays/token", { tls: strangers, form })).status).toBe(401);
  });

  it("the certificate alone authenticates a token request (tls_client_auth)", async () => {
    const answer = await call("barclays/token", { tls: ours, form: byCertificate() });
    expect([answer.status, JSON.parse(answer.body).token_type]).toEqual([200, "Bearer"]);
    expect((await call("barclays/token", { tls: strangers, form: byCertificate() })).status).toBe(401);
    expect((await call("barclays/token", { form: byCertificate(), origin: plain.baseUrl })).status).toBe(401);
    const found = await call("barclays/.well-known/openid-configuration", { tls: ours });
    expect(JSON.parse(found.body).token_endpoint_auth_methods_supported).toContain("tls_client_auth");
  });

  it("a token is valid with its certificate only", async () => {
    const resource = "barclays/open-banking/v3.1/pisp/domestic-payments/x";
    const bound = await tokenOf(ours, byCertificate());
    expect((await call(resource, { tls: ours, token: bound })).status).toBe(400);
    expect((await call(resource, { token: bound, origin: plain.baseUrl })).status).toBe(401);
    const form = tokenForm(tpp, addressesOf("barclays").issuer, {
      grant_type: "client_credentials",
      scope: "payments",
    });
    const free = await tokenOf(undefined, form, plain.baseUrl);
    expect((await call(resource, { token: free, origin: plain.baseUrl })).status).toBe(400);
    expect((await call(resource, { tls: ours, token: free })).status).toBe(401);
  });

  it("a connection of the operator's is valid with the folder's files and accepted; with others it gets 401", async () => {
    const host = `127.0.0.1:${bank.port}`;
    const statusBy = async (certificates: string) => {
      const file = (name: string) => path.join(folder, certificates, name);
      const tls = {
        certFile: file("client.crt"),
        keyFile: file("client.key"),
        caFile: path.join(folder, "bank/ca.crt"),
      };
      const written = {
        ...{ id: `bpi-${certificates}`, connector: "berlin-group", version: "1.3", environment: "test" },
        ...{ baseUrl: `https://${host}/simbank/bpi/xs2a`, hosts: [host] },
        ...{ products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" }, idempotency: "x-request-id" },
        ...{ cancel: true, finality: "ACSC", security: { tls } },
      };
      const { connection, faults } = checkConnection(JSON.stringify({ banks: ["PT/bpi"], profile: written }));
      if (!connection) throw new Error(faults.join("; "));
      const { profile } = connection;
      return connectorFor(profile, NO_MERCHANT).consentStatus(profile, { consentId: newId() });
    };
    expect(await statusBy("bank")).toMatchObject({ ok: false, kind: "consent" });
    expect(await statusBy("strangers")).toMatchObject({ ok: false, kind: "auth" });
  });

  it("people and public documents need no certificate", async () => {
    const tls = { ...strangers, ...onlyTrust };
    expect((await call("barclays/jwks", { tls })).status).toBe(200);
    expect((await call("barclays/authorize/auth_x", { tls })).body).toContain("Payment not found");
    expect((await call("barclays/approval.css", { tls })).status).toBe(200);
  });

  it("the certificates are created once, and the authority can issue no more", async () => {
    await expect(makeCertificates(path.join(folder, "bank"), HOSTS)).rejects.toThrow("already");
    expect(readdirSync(path.join(folder, "bank")).sort()).toEqual([
      ...["ca.crt", "client.crt", "client.key", "server.crt", "server.key"],
    ]);
  });
});

it("a missing or unknown option is reported in one sentence", () => {
  expect(() => readServerTls(path.join(folder, "nowhere"))).toThrow("--make-certificates");
  expect(readOptions([])).toEqual({ mtlsFolder: null, makeCertificates: false });
  expect(readOptions(["--mtls", "here"])).toEqual({ mtlsFolder: "here", makeCertificates: false });
  expect(() => readOptions(["--make-certificates"])).toThrow("needs --mtls");
  expect(() => readOptions(["--port", "1"])).toThrow("npm run simbank");
});
