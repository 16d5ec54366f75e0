import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, hasOpenssl, newAuthority } from "../test/certificates";
import { liveConnection, liveUkConnection } from "../test/connections";
import { checkConnection } from "./check-connection";

const present = hasOpenssl();
if (!present) console.warn("Left out: the checks of connections, because the openssl command is not there.");

const folder = mkdtempSync(path.join(tmpdir(), "bankside-connections-"));
let authority: Authority;
let bg: ReturnType<typeof liveConnection>;
let uk: ReturnType<typeof liveUkConnection>;
beforeAll(() => {
  if (!present) return;
  authority = newAuthority("Test CA");
  const ours = authority.issue("PSP");
  bg = liveConnection(path.join(folder, "bg"), ours);
  uk = liveUkConnection(path.join(folder, "uk"), ours);
});
afterAll(() => {
  authority?.close();
  rmSync(folder, { recursive: true, force: true });
});

const faultsOf = (written: unknown) => checkConnection(JSON.stringify(written)).faults;
const bgWith = (changed: object) => faultsOf({ ...bg, profile: { ...bg.profile, ...changed } });
const ukWith = (changed: object) => faultsOf({ ...uk, profile: { ...uk.profile, ...changed } });
const oauthWith = (changed: object) => ukWith({ oauth: { ...uk.profile.oauth, ...changed } });

describe.runIf(present)("a connection that nothing is wrong with", () => {
  it("is read, in each standard, with the banks that it serves", () => {
    const { connection, faults } = checkConnection(JSON.stringify(bg));
    expect(faults).toEqual([]);
    expect(connection?.profile).toMatchObject({ id: "millennium-bcp", concurrency: 4, decoupled: false });
    expect(connection?.bankIds).toHaveLength(1);
    expect(faultsOf({ ...bg, banks: connection?.bankIds })).toEqual([]);
    expect(faultsOf({ ...bg, banks: [] })).toEqual([]);
    expect(faultsOf(uk)).toEqual([]);
  });
});

describe.runIf(present)("a fault is told in a sentence", () => {
  it("of the file", () => {
    expect(checkConnection("{").faults).toEqual([expect.stringMatching(/^It is no JSON: /)]);
    expect(faultsOf([])).toEqual([expect.stringMatching(/^The file: /)]);
    expect(bgWith({ finality: "SOON", bseUrl: "x" })).toEqual([
      expect.stringMatching(/^profile.finality: /),
      expect.stringMatching(/^profile: .*bseUrl/),
    ]);
  });

  it.each([
    [["PT/no-such-bank"], "banks: PT/no-such-bank is not in the catalogue"],
    [["PT/millennium-bcp", "GB/monzo"], "banks: they pay in EUR and GBP, and a connection in one currency"],
    [["GB/monzo"], "products: SEPA_CREDIT_TRANSFER is no payment scheme of GBP"],
  ])("of the banks %j", (banks, fault) => expect(faultsOf({ ...bg, banks })).toEqual([fault]));

  it.each<[object, string[]]>([
    [{ version: "3.1" }, ["version: no connector speaks berlin-group 3.1"]],
    [{ products: {} }, ["products: no payment scheme is offered"]],
    [{ products: { SEPA_CREDIT: "x" } }, ["products: SEPA_CREDIT is no payment scheme of EUR"]],
    [{ idempotency: "x-idempotency-key" }, ["idempotency: is x-request-id or none by Berlin Group"]],
    [{ hosts: ["other.example"] }, ["hosts: psd2.millenniumbcp.example of baseUrl is missing"]],
    [
      { hosts: ["psd2.millenniumbcp.example", "https://x", "Other.example", "b.example:443"] },
      ["https://x", "Other.example", "b.example:443"].map(
        (host) => `hosts: ${host} is no host in lower case, without a port that https has anyway`,
      ),
    ],
    [
      { baseUrl: "https://psd2.millenniumbcp.example/xs2a/" },
      ["baseUrl: ends in its path, without a slash, query or fragment"],
    ],
    [{ baseUrl: "http://psd2.millenniumbcp.example/xs2a" }, ["baseUrl: a live connection is https"]],
    [{ security: {} }, ["security.tls: a live connection is mutual TLS"]],
    [{ environment: "test" }, ["id: millennium-bcp is the name of a simulated bank; millennium-bcp-sandbox is free"]],
    [
      { environment: "test", id: "riverbank" },
      ["id: riverbank is the name of a simulated bank; riverbank-sandbox is free"],
    ],
  ])("of a Berlin Group profile: %j", (changed, faults) => expect(bgWith(changed)).toEqual(faults));

  it("of a live connection that leads to a simulated bank", () => {
    const changed = { baseUrl: "http://localhost:3000/simbank/millennium-bcp/xs2a", hosts: ["localhost:3000"] };
    expect(bgWith(changed)).toEqual([
      "baseUrl: a live connection is https",
      "baseUrl: a simulated bank serves no live payments",
    ]);
  });

  it("of signing by Berlin Group", () => {
    const { tls } = bg.profile.security;
    const signedWith = (signing: object) => bgWith({ security: { tls, signing } });
    expect(signedWith({})).toEqual(["security.signing.keyFile: a live bank has to know the key"]);
    expect(signedWith({ keyFile: tls.keyFile })).toEqual([
      "security.signing.certFile: the bank finds the certificate in each message",
    ]);
    expect(signedWith(tls)).toEqual([]);
  });

  it("of UK Open Banking", () => {
    const { tls, signing } = uk.profile.security;
    expect(ukWith({ oauth: undefined })).toEqual(["oauth: UK Open Banking has an authorisation server"]);
    expect(ukWith({ idempotency: "none", cancel: true, decoupled: true })).toHaveLength(3);
    expect(ukWith({ security: { tls, signing: { keyFile: signing.keyFile } } })).toEqual([
      "security.signing.keyId: the bank looks the key up by it",
      "security.signing.trustAnchor: a UK signature says where its key is found",
    ]);
    expect(ukWith({ security: { tls } })).toEqual([
      "security.signing: UK Open Banking has its messages signed",
      "security.signing: private_key_jwt is an assertion that is signed",
    ]);
    expect(ukWith({ security: { signing }, environment: "test", id: "monzo-sandbox" })).toEqual([]);
    expect(oauthWith({ tokenEndpoint: "https://mtls.monzo.example/token" })).toEqual([
      "hosts: mtls.monzo.example of oauth.tokenEndpoint is missing",
    ]);
    expect(oauthWith({ authorizationEndpoint: "http://auth.monzo.example/authorize" })).toEqual([
      "oauth.authorizationEndpoint: a live connection is https",
    ]);
    expect(oauthWith({ jwksUri: "http://auth.monzo.example/jwks" })).toEqual([
      "oauth.jwksUri: speaks another protocol than baseUrl",
      "oauth.jwksUri: a live connection is https",
    ]);
  });
});

describe.runIf(present)("a PEM file that cannot be used is told by its place, and not by what is in it", () => {
  const certFileOf = (file: string) => ({ tls: { ...bg.profile.security.tls, certFile: file } });
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it("missing, a folder, a device, relative, far too long, or no certificate", () => {
    const bare = (file: string) => bgWith({ security: certFileOf(file) });
    expect(bare("/no/such/file.crt")).toEqual(["security.tls.certFile /no/such/file.crt is not there"]);
    expect(bare(folder)).toEqual([`security.tls.certFile ${folder} is a folder`]);
    expect(bare("tls.crt")).toEqual([
      "security.tls.certFile: has to be an absolute path",
      "security.tls.certFile tls.crt is not there",
    ]);
    // Read without an end, if it were read; and what would fill the memory.
    expect(bare("/dev/null")).toEqual(["security.tls.certFile /dev/null is no file"]);
    const long = write("long.crt", `${"x".repeat(256 * 1024)}\n`);
    expect(bare(long)).toEqual([`security.tls.certFile ${long} is far too long for PEM text`]);
    const file = write("empty.crt", "hello");
    expect(bare(file)).toEqual([`security.tls.certFile ${file} holds no PEM text of that kind`]);
  });

  it("another's key, one behind a passphrase, and an authority that is none", () => {
    const { certFile } = bg.profile.security.tls;
    const other = write("other.key", authority.issue("other").key);
    expect(bgWith({ security: { tls: { certFile, keyFile: other } } })).toEqual([
      `security.tls.keyFile ${other} is not the key of the certificate ${certFile}`,
    ]);
    const locked = write(
      "locked.key",
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGjMF8GCSqGSIb3DQEFDTBS\n-----END ENCRYPTED PRIVATE KEY-----\n",
    );
    const [fault] = bgWith({ security: { tls: { certFile, keyFile: locked } } });
    expect(fault).toMatch(/^security.tls.keyFile .*(is encrypted|holds no PEM text)/);
    const caFile = write("ca.crt", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
    expect(bgWith({ security: { tls: { ...bg.profile.security.tls, caFile } } })).toEqual([
      `security.tls.caFile ${caFile} holds no PEM text of that kind`,
    ]);
  });

  it("one that nobody may read", () => {
    const file = write("closed.crt", "x");
    chmodSync(file, 0);
    // The superuser reads it all the same, and then finds no certificate.
    expect(bgWith({ security: certFileOf(file) })).toEqual([
      expect.stringMatching(/(may not be read by this user|holds no PEM text of that kind)$/),
    ]);
  });

  it("a certificate that has ended", () => {
    const ended = liveConnection(path.join(folder, "ended"), authority.issue("ended", { expired: true }));
    expect(faultsOf(ended)).toEqual([expect.stringMatching(/^security.tls.certFile .*tls.crt ended on 20/)]);
  });
});
