import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { startError } from "../../../server/lib/config/start-error";
import { CLIENT_ID } from "../open-banking/oauth/clients";

const PRIVATE_FOLDER = 0o700;
const KEY_BITS = "2048";
const LIFETIME_DAYS = "825";

/** The bank's own certificate and key, and the authority that signs callers' certificates. In PEM. */
export type ServerTls = { cert: string; key: string; ca: string };

/** The files of a folder. `client.*` is the product's side, for a connection's profile. */
const FILES = {
  cert: "server.crt",
  key: "server.key",
  ca: "ca.crt",
  clientCert: "client.crt",
  clientKey: "client.key",
};

/** @throws a plain sentence when a file is missing */
export function readServerTls(folder: string): ServerTls {
  return { cert: readPem(folder, FILES.cert), key: readPem(folder, FILES.key), ca: readPem(folder, FILES.ca) };
}

function readPem(folder: string, name: string): string {
  try {
    return readFileSync(path.join(folder, name), "utf8");
  } catch (cause) {
    const advice = "Add --make-certificates to create them all.";
    throw startError(`The file ${name} cannot be read in ${folder}. ${advice}`, cause);
  }
}

/**
 * Creates an authority for the folder, and signs by it a certificate for the bank (`hosts`: names and addresses) and
 * one for the product. Existing files stay.
 * @throws a plain sentence when OpenSSL is missing, or such files already exist
 */
export async function makeCertificates(folder: string, hosts: readonly string[]): Promise<void> {
  const present = Object.values(FILES).find((name) => existsSync(path.join(folder, name)));
  if (present !== undefined)
    throw startError(`There is a ${present} in ${folder} already. Leave --make-certificates out.`);
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const names = hosts.map((host) => `${isIP(host) ? "IP" : "DNS"}:${host}`).join(",");
  const authority = ["-x509", "-days", LIFETIME_DAYS, "-subj", "/CN=Bankside simulation: authority"];
  await newKeyPair(folder, "ca.key", [...authority, "-out", FILES.ca]);
  await issue(folder, { key: FILES.key, cert: FILES.cert }, "/CN=Bankside simulation: banks", [
    `subjectAltName=${names}`,
    "extendedKeyUsage=serverAuth",
  ]);
  await issue(folder, { key: FILES.clientKey, cert: FILES.clientCert }, `/CN=${CLIENT_ID}`, [
    "extendedKeyUsage=clientAuth",
  ]);
  // Deleted, so that the authority can sign no further certificates.
  rmSync(path.join(folder, "ca.key"));
}

async function issue(
  folder: string,
  { key, cert }: { key: string; cert: string },
  subject: string,
  extensions: readonly string[],
): Promise<void> {
  const [request, config] = [`${cert}.request`, `${cert}.extensions`];
  writeFileSync(path.join(folder, config), `${["basicConstraints=CA:FALSE", ...extensions].join("\n")}\n`);
  await newKeyPair(folder, key, ["-subj", subject, "-out", request]);
  const authority = ["-CA", FILES.ca, "-CAkey", "ca.key", "-CAcreateserial"];
  await openssl(
    folder,
    "x509",
    "-req",
    "-in",
    request,
    ...authority,
    "-days",
    LIFETIME_DAYS,
    "-extfile",
    config,
    "-out",
    cert,
  );
  for (const name of [request, config, "ca.srl"]) rmSync(path.join(folder, name), { force: true });
}

/** A new key without a passphrase, and the request or the certificate for it. */
function newKeyPair(folder: string, key: string, args: readonly string[]): Promise<void> {
  return openssl(folder, "req", "-new", "-newkey", `rsa:${KEY_BITS}`, "-nodes", "-keyout", key, ...args);
}

async function openssl(folder: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)("openssl", args, { cwd: folder });
  } catch (cause) {
    throw startError("The certificates could not be made: that needs openssl, version 1.1.1 or newer.", cause);
  }
}
