import { generateKeyPairSync } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { liveConnection, liveUkConnection } from "../../test/banks/connections";
import { temporaryFolder } from "../../test/temporary-folder";
import { checkConnection } from "./check-connection";

const present = hasOpenssl();
if (!present) console.warn("Left out: the checks of connections, because the openssl command is not there.");

const folder = temporaryFolder("connections");
let authority: Authority;
let bg: ReturnType<typeof liveConnection>;
let uk: ReturnType<typeof liveUkConnection>;
beforeAll(() => {
  if (!present) return;
  authority = newAuthority("Test CA");
  const ours = authority.issue("PSP", { rsa: true });
  bg = liveConnection(path.join(folder, "bg"), ours);
  uk = liveUkConnection(path.join(folder, "uk"), ours);
});
afterAll(() => {
  authority?.close();
});

const faultsOf = (written: unknown) => checkConnection(JSON.stringify(written)).faults;
const bgWith = (changed: object) => faultsOf({ ...bg, profile: { ...bg.profile, ...changed } });
const ukWith = (changed: object) => faultsOf({ ...uk, profile: { ...uk.profile, ...changed } });
const oauthWith = (changed: object) => ukWith({ oauth: { ...uk.profile.oauth, ...changed } });

describe.runIf(present)("a connection file without faults", () => {
  it("is parsed for each standard, with the banks that it serves", () => {
    const { connection, faults } = checkConnection(JSON.stringify(bg));
    expect(faults).toEqual([]);
    expect(connection?.profile).toMatchObject({ id: "millennium-bcp", concurrency: 4, decoupled: false });
    expect(connection?.bankIds).toHaveLength(1);
    expect(faultsOf({ ...bg, banks: connection?.bankIds })).toEqual([]);
    expect(faultsOf({ ...bg, banks: [] })).toEqual([]);
    // A file with a byte order mark, as editors on Windows save it.
    expect(checkConnection(`\uFEFF${JSON.stringify(bg)}`).faults).toEqual([]);
    expect(faultsOf(uk)).toEqual([]);
  });
});

describe.runIf(present)("a connection file's fault is one sentence", () => {
  it("of the file", () => {
    expect(checkConnection("{").faults).toEqual([expect.stringMatching(/^The file is not valid JSON: /)]);
    expect(faultsOf([])).toEqual([expect.stringMatching(/^The file: /)]);
    expect(bgWith({ finality: "SOON", bseUrl: "x" })).toEqual([
      expect.stringMatching(/^profile.finality: /),
      expect.stringMatching(/^profile: .*bseUrl/),
    ]);
  });

  it.each([
    [["PT/no-such-bank"], "banks: PT/no-such-bank is not in the catalogue"],
    [["PT/millennium-bcp", "GB/monzo"], "banks: a connection serves one currency, and these banks use EUR and GBP"],
    [["GB/monzo"], "products: SEPA_CREDIT_TRANSFER is not a payment scheme for GBP"],
  ])("of the banks %j", (banks, fault) => expect(faultsOf({ ...bg, banks })).toEqual([fault]));

  it.each<[object, string[]]>([
    [{ version: "3.1" }, ["version: berlin-group 3.1 is not supported"]],
    [{ products: {} }, ["products: add at least one payment scheme"]],
    [{ products: { SEPA_CREDIT: "x" } }, ["products: SEPA_CREDIT is not a payment scheme for EUR"]],
    [{ idempotency: "x-idempotency-key" }, ["idempotency: must be x-request-id or none for Berlin Group"]],
    [{ hosts: ["other.example"] }, ["hosts: add psd2.millenniumbcp.example, the host of baseUrl"]],
    [
      { hosts: ["psd2.millenniumbcp.example", "https://x", "Other.example", "b.example:443"] },
      ["https://x", "Other.example", "b.example:443"].map(
        (host) => `hosts: ${host} must be a host in lower case, without the default port`,
      ),
    ],
    [
      { baseUrl: "https://psd2.millenniumbcp.example/xs2a/" },
      ["baseUrl: must end in its path, without a slash, query or fragment"],
    ],
    [{ baseUrl: "http://psd2.millenniumbcp.example/xs2a" }, ["baseUrl: must be https in a live connection"]],
    [{ security: {} }, ["security.tls: required in a live connection"]],
    [
      { environment: "test" },
      ["id: millennium-bcp is the id of a simulated bank; use another, such as millennium-bcp-sandbox"],
    ],
    [
      { environment: "test", id: "riverbank" },
      ["id: riverbank is the id of a simulated bank; use another, such as riverbank-sandbox"],
    ],
  ])("of a Berlin Group profile: %j", (changed, faults) => expect(bgWith(changed)).toEqual(faults));

  it("of a live connection to a simulated bank", () => {
    const changed = { baseUrl: "http://localhost:3000/simbank/millennium-bcp/xs2a", hosts: ["localhost:3000"] };
    expect(bgWith(changed)).toEqual([
      "baseUrl: must be https in a live connection",
      "baseUrl: a live connection cannot use a simulated bank",
    ]);
  });

  it("of signing by Berlin Group", () => {
    const { tls } = bg.profile.security;
    const signedWith = (signing: object) => bgWith({ security: { tls, signing } });
    expect(signedWith({})).toEqual(["security.signing.keyFile: required in a live connection"]);
    expect(signedWith({ keyFile: tls.keyFile })).toEqual([
      "security.signing.certFile: required with keyFile, because each message carries the certificate",
    ]);
    expect(signedWith(tls)).toEqual([]);
  });

  it("of UK Open Banking", () => {
    const { tls, signing } = uk.profile.security;
    expect(ukWith({ oauth: undefined })).toEqual(["oauth: required for UK Open Banking"]);
    expect(ukWith({ idempotency: "none", cancel: true, decoupled: true })).toHaveLength(3);
    expect(ukWith({ security: { tls, signing: { keyFile: signing.keyFile } } })).toEqual([
      "security.signing.keyId: required with keyFile, because the bank finds the key by it",
      "security.signing.trustAnchor: required with keyFile for UK Open Banking",
    ]);
    expect(ukWith({ security: { tls } })).toEqual([
      "security.signing: required for UK Open Banking",
      "security.signing: required for private_key_jwt",
    ]);
    expect(ukWith({ security: { signing }, environment: "test", id: "monzo-sandbox" })).toEqual([]);
    expect(oauthWith({ tokenEndpoint: "https://mtls.monzo.example/token" })).toEqual([
      "hosts: add mtls.monzo.example, the host of oauth.tokenEndpoint",
    ]);
    expect(oauthWith({ authorizationEndpoint: "http://auth.monzo.example/authorize" })).toEqual([
      "oauth.authorizationEndpoint: must be https in a live connection",
    ]);
    expect(oauthWith({ jwksUri: "http://auth.monzo.example/jwks" })).toEqual([
      "oauth.jwksUri: must use the protocol of baseUrl",
      "oauth.jwksUri: must be https in a live connection",
    ]);
  });
});

const newRsaKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

describe.runIf(present)("an unusable PEM file is reported by its field, without its content", () => {
  const certFileOf = (file: string) => ({ tls: { ...bg.profile.security.tls, certFile: file } });
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it("missing, a folder, a device, relative, too large, or not a certificate", () => {
    const bare = (file: string) => bgWith({ security: certFileOf(file) });
    expect(bare("/no/such/file.crt")).toEqual(["security.tls.certFile /no/such/file.crt does not exist"]);
    expect(bare(folder)).toEqual([`security.tls.certFile ${folder} is a folder`]);
    expect(bare("tls.crt")).toEqual([
      "security.tls.certFile: must be an absolute path",
      "security.tls.certFile tls.crt does not exist",
    ]);
    // Reading the first would never end; the second would fill the memory.
    expect(bare("/dev/null")).toEqual(["security.tls.certFile /dev/null is not a regular file"]);
    const long = write("long.crt", `${"x".repeat(256 * 1024)}\n`);
    expect(bare(long)).toEqual([`security.tls.certFile ${long} is larger than 256 KiB`]);
    const file = write("empty.crt", "hello");
    expect(bare(file)).toEqual([`security.tls.certFile ${file} is not a valid PEM file of this kind`]);
  });

  it("the key of another certificate, an encrypted key, and an invalid authority", () => {
    const { certFile } = bg.profile.security.tls;
    const other = write("other.key", authority.issue("other").key);
    expect(bgWith({ security: { tls: { certFile, keyFile: other } } })).toEqual([
      `security.tls.keyFile ${other} does not match the certificate ${certFile}`,
    ]);
    const passphrase = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" } as const;
    const locked = write("locked.key", newRsaKey().export(passphrase).toString());
    expect(bgWith({ security: { tls: { certFile, keyFile: locked } } })).toEqual([
      `security.tls.keyFile ${locked} is encrypted: the key must have no passphrase`,
    ]);
    const caFile = write("ca.crt", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
    expect(bgWith({ security: { tls: { ...bg.profile.security.tls, caFile } } })).toEqual([
      `security.tls.caFile ${caFile} is not a valid PEM file of this kind`,
    ]);
  });

  it("a certificate chain that is cut or damaged after our certificate; control: a whole one", () => {
    const { certFile } = bg.profile.security.tls;
    const ours = readFileSync(certFile, "utf8");
    const faultsOfChain = (chain: string) => bgWith({ security: certFileOf(write("chain.crt", chain)) });
    expect(faultsOfChain(ours + authority.cert)).toEqual([]);
    const fault = `security.tls.certFile ${path.join(folder, "chain.crt")} cannot be used for TLS: check every certificate of its chain`;
    expect(faultsOfChain(ours + authority.cert.slice(0, 300))).toEqual([fault]);
    expect(faultsOfChain(ours + authority.cert.replace(/\nM/, "\nN"))).toEqual([fault]);
  });

  it.each(["ec", "rsa-pss"] as const)("a signing key of the type %s: both standards sign with RSA", (type) => {
    const { tls, signing } = uk.profile.security;
    const options = { namedCurve: "P-256", modulusLength: 2048 };
    const { privateKey } = type === "ec" ? generateKeyPairSync(type, options) : generateKeyPairSync(type, options);
    const keyFile = write("signing.key", privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    const fault = `security.signing.keyFile ${keyFile} is not an RSA key: both standards sign with RSA`;
    expect(ukWith({ security: { tls, signing: { ...signing, keyFile } } })).toEqual([fault]);
  });

  it("an unreadable file", () => {
    const file = write("closed.crt", "x");
    chmodSync(file, 0);
    // The superuser can read it, and then finds no certificate.
    expect(bgWith({ security: certFileOf(file) })).toEqual([
      expect.stringMatching(/(is not readable by this user|is not a valid PEM file of this kind)$/),
    ]);
  });

  it("an expired certificate", () => {
    const ended = liveConnection(path.join(folder, "ended"), authority.issue("ended", { expired: true }));
    expect(faultsOf(ended)).toEqual([expect.stringMatching(/^security.tls.certFile .*tls.crt expired on 20/)]);
  });
});
