import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import type { BankProfile } from "./profile-schema";

type Security = BankProfile["security"];

/** A chain of certificates is some kilobytes. */
const MAX_PEM_BYTES = 256 * 1024;

/** A client certificate with its key, for mutual TLS (RFC 8705). All PEM texts; `ca` replaces the system's authorities. */
export type TlsMaterial = { cert: string; key: string; ca?: string };
type KeyFile = { privateKey: KeyObject; certificatePem?: string };

/** A certificate that a profile names: `place` is where, in words of the profile. */
export type Certificate = { place: string; file: string; subject: string; validFrom: Date; validTo: Date };

/** What the files of a profile hold. `faults`, one plain sentence each, none of which holds a byte of a key. */
export type KeyFiles = {
  tls: TlsMaterial | null;
  signing: KeyFile | null;
  certificates: Certificate[];
  faults: string[];
};

/** Reads every PEM file that a profile names, and holds each key to its certificate. Never throws. */
export function readKeyFiles({ tls, signing }: Security): KeyFiles {
  const faults: string[] = [];
  const certificates: Certificate[] = [];
  const attempt = <T>(place: string, file: string, read: (pem: string) => T): T | null => {
    try {
      // Asked before it is opened: a device, or a pipe that nobody writes to, would be read without an end.
      const unfit = whyUnfit(statSync(file));
      if (unfit === null) return read(readFileSync(file, "utf8"));
      faults.push(`${place} ${file} ${unfit}`);
      return null;
    } catch (error) {
      faults.push(`${place} ${file} ${whyUnreadable(error)}`);
      return null;
    }
  };
  const pairOf = (place: string, files: { keyFile: string; certFile?: string | undefined }) => {
    const key = attempt(`${place}.keyFile`, files.keyFile, (pem) => ({ pem, object: createPrivateKey(pem) }));
    const { certFile } = files;
    if (certFile === undefined) return { key, certPem: null };
    const cert = attempt(`${place}.certFile`, certFile, (pem) => ({ pem, x509: new X509Certificate(pem) }));
    if (cert) certificates.push(certificateOf(`${place}.certFile`, certFile, cert.x509));
    if (cert && key && !cert.x509.checkPrivateKey(key.object)) {
      faults.push(`${place}.keyFile ${files.keyFile} is not the key of the certificate ${certFile}`);
    }
    return { key, certPem: cert?.pem ?? null };
  };

  const tlsPair = tls && pairOf("security.tls", tls);
  const caFile = tls?.caFile;
  const ca = caFile && attempt("security.tls.caFile", caFile, (pem) => new X509Certificate(pem) && pem);
  const signingPair = signing?.keyFile ? pairOf("security.signing", { ...signing, keyFile: signing.keyFile }) : null;
  return {
    tls:
      tlsPair?.key && tlsPair.certPem ? { cert: tlsPair.certPem, key: tlsPair.key.pem, ...(ca ? { ca } : {}) } : null,
    signing: signingPair?.key
      ? {
          privateKey: signingPair.key.object,
          ...(signingPair.certPem === null ? {} : { certificatePem: signingPair.certPem }),
        }
      : null,
    certificates,
    faults,
  };
}

/** A file may hold a chain; the first certificate is ours. */
function certificateOf(place: string, file: string, x509: X509Certificate): Certificate {
  const subject = x509.subject.replaceAll("\n", ", ");
  return { place, file, subject, validFrom: new Date(x509.validFrom), validTo: new Date(x509.validTo) };
}

function whyUnfit(stats: Stats): string | null {
  if (stats.isDirectory()) return "is a folder";
  if (!stats.isFile()) return "is no file";
  return stats.size > MAX_PEM_BYTES ? "is far too long for PEM text" : null;
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "is not there";
  if (code === "EACCES" || code === "EPERM") return "may not be read by this user";
  if (code === "ERR_MISSING_PASSPHRASE") return "is encrypted: a key has to be readable without a passphrase";
  return "holds no PEM text of that kind";
}
