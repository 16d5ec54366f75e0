import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { now } from "../../lib/clock";
import type { ClientTls } from "../../lib/net/bank-connections";
import type { BankProfile } from "../profile-schema";
import { withoutUndefined } from "../without-undefined";

type Security = BankProfile["security"];

/** A certificate chain has some kilobytes. */
const MAX_PEM_BYTES = 256 * 1024;

type KeyFile = { privateKey: KeyObject; certificatePem?: string };

/** A certificate of a profile. `field`: the profile's field that names it. */
export type Certificate = { field: string; file: string; subject: string; validFrom: Date; validTo: Date };

/** The contents of a profile's files. `faults`: one sentence each, without any key material. */
export type KeyFiles = {
  tls: ClientTls | null;
  signing: KeyFile | null;
  certificates: Certificate[];
  faults: string[];
};

/**
 * Reads every PEM file of a profile and checks that each key matches its certificate, and that no certificate begins
 * later; that OpenSSL accepts the whole chain of TLS; and that the signing key is an RSA key. Never throws.
 */
export function readKeyFiles({ tls, signing }: Security): KeyFiles {
  const faults: string[] = [];
  const certificates: Certificate[] = [];
  const attempt = <T>(field: string, file: string, read: (pem: string) => T): T | null => {
    try {
      // Checked before opening: reading a device or an empty pipe would never end.
      const unfit = whyUnfit(statSync(file));
      if (unfit === null) return read(readFileSync(file, "utf8"));
      faults.push(`${field} ${file} ${unfit}`);
      return null;
    } catch (error) {
      faults.push(`${field} ${file} ${whyUnreadable(error)}`);
      return null;
    }
  };
  const pairOf = (field: string, files: { keyFile: string; certFile?: string | undefined }) => {
    const key = attempt(`${field}.keyFile`, files.keyFile, (pem) => ({ pem, object: createPrivateKey(pem) }));
    const { certFile } = files;
    if (certFile === undefined) return { key, certPem: null };
    const cert = attempt(`${field}.certFile`, certFile, (pem) => ({ pem, x509: new X509Certificate(pem) }));
    if (cert) {
      const certificate = certificateOf(`${field}.certFile`, certFile, cert.x509);
      certificates.push(certificate);
      const { validFrom } = certificate;
      if (validFrom > now())
        faults.push(`${field}.certFile ${certFile} is not valid before ${validFrom.toISOString()}`);
    }
    if (cert && key && !cert.x509.checkPrivateKey(key.object)) {
      faults.push(`${field}.keyFile ${files.keyFile} does not match the certificate ${certFile}`);
    }
    return { key, certPem: cert?.pem ?? null };
  };

  const tlsPair = tls && pairOf("security.tls", tls);
  if (tls && tlsPair && faults.length === 0 && !isUsableForTls(tlsPair)) {
    faults.push(`security.tls.certFile ${tls.certFile} cannot be used for TLS: check every certificate of its chain`);
  }
  const caFile = tls?.caFile;
  const ca = caFile && attempt("security.tls.caFile", caFile, (pem) => new X509Certificate(pem) && pem);
  const signingPair = signing?.keyFile ? pairOf("security.signing", { ...signing, keyFile: signing.keyFile }) : null;
  // rsa-sha256 of Berlin Group and PS256 of UK Open Banking. A key of the type rsa-pss cannot sign the former.
  if (signingPair?.key && signingPair.key.object.asymmetricKeyType !== "rsa") {
    faults.push(`security.signing.keyFile ${signing?.keyFile} is not an RSA key: both standards sign with RSA`);
  }
  return {
    tls:
      tlsPair?.key && tlsPair.certPem
        ? withoutUndefined({ cert: tlsPair.certPem, key: tlsPair.key.pem, ca: ca || undefined })
        : null,
    signing: signingPair?.key
      ? withoutUndefined({ privateKey: signingPair.key.object, certificatePem: signingPair.certPem ?? undefined })
      : null,
    certificates,
    faults,
  };
}

/** A certificate alone is read by its first one; a call fails by any of the chain. */
function isUsableForTls({ key, certPem }: { key: { pem: string } | null; certPem: string | null }): boolean {
  if (!key || certPem === null) return true;
  try {
    createSecureContext({ cert: certPem, key: key.pem });
    return true;
  } catch {
    return false;
  }
}

/** A file may contain a chain; the first certificate is ours. */
function certificateOf(field: string, file: string, x509: X509Certificate): Certificate {
  const subject = x509.subject.replaceAll("\n", ", ");
  return { field, file, subject, validFrom: new Date(x509.validFrom), validTo: new Date(x509.validTo) };
}

function whyUnfit(stats: Stats): string | null {
  if (stats.isDirectory()) return "is a folder";
  if (!stats.isFile()) return "is not a regular file";
  return stats.size > MAX_PEM_BYTES ? `is larger than ${MAX_PEM_BYTES / 1024} KiB` : null;
}

/** Errors of a key that needs a passphrase; which one depends on the version of Node. */
const ENCRYPTED = new Set(["ERR_MISSING_PASSPHRASE", "ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED"]);

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "does not exist";
  if (code === "EACCES" || code === "EPERM") return "is not readable by this user";
  if (ENCRYPTED.has(code)) return "is encrypted: the key must have no passphrase";
  return "is not a valid PEM file of this kind";
}
