import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
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
 * later. Never throws.
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
  const caFile = tls?.caFile;
  const ca = caFile && attempt("security.tls.caFile", caFile, (pem) => new X509Certificate(pem) && pem);
  const signingPair = signing?.keyFile ? pairOf("security.signing", { ...signing, keyFile: signing.keyFile }) : null;
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

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "does not exist";
  if (code === "EACCES" || code === "EPERM") return "is not readable by this user";
  if (code === "ERR_MISSING_PASSPHRASE") return "is encrypted: the key must have no passphrase";
  return "is not a valid PEM file of this kind";
}
