import type { KeyObject } from "node:crypto";
import { now } from "../../lib/clock";
import type { ClientTls } from "../../lib/net/bank-connections";
import type { BankProfile } from "../profile-schema";
import { withoutUndefined } from "../without-undefined";
import { type KeyFiles, readKeyFiles } from "./key-files";
import { installationSigningKey } from "./signing-key";

/** A signing key. `certificatePem` is absent where the bank finds the key by its `keyId`. */
export type SigningMaterial = {
  keyId: string;
  privateKey: KeyObject;
  certificatePem?: string;
  trustAnchor?: string;
};

// The entry and Next's bundles are separate module graphs in one process and share the loaded files.
const kept = globalThis as { banksideKeyFiles?: Map<string, KeyFiles> };

function keyFiles(): Map<string, KeyFiles> {
  kept.banksideKeyFiles ??= new Map();
  return kept.banksideKeyFiles;
}

/** Files are read once, so that requests neither wait for the disk nor read a half-written file. */
function filesOf({ id, security }: BankProfile): KeyFiles {
  const key = filesKeyOf(security);
  const known = keyFiles().get(key);
  if (known) return known;
  const files = readKeyFiles(security);
  if (files.faults.length > 0) throw new Error(`Connection "${id}": ${files.faults.join("; ")}.`);
  keyFiles().set(key, files);
  return files;
}

function filesKeyOf(security: BankProfile["security"]): string {
  const { tls, signing } = security;
  return JSON.stringify([tls?.certFile, tls?.keyFile, tls?.caFile, signing?.keyFile, signing?.certFile]);
}

/**
 * The PEM texts for mutual TLS with the bank; null where it uses none. The same object until the files are reloaded.
 * @throws Error when a file cannot be used
 */
export function tlsOf(profile: BankProfile): ClientTls | null {
  return profile.security.tls ? filesOf(profile).tls : null;
}

/**
 * The key that signs messages to the bank: the operator's, or the installation's own, which only simulated banks know. Null
 * where the bank needs no signatures. @throws Error when a file cannot be used
 */
export async function signingOf(profile: BankProfile): Promise<SigningMaterial | null> {
  const { signing } = profile.security;
  if (!signing) return null;
  const trust = withoutUndefined({ trustAnchor: signing.trustAnchor });
  if (signing.keyFile === undefined) return { ...(await installationSigningKey()), ...trust };
  const files = filesOf(profile);
  if (!files.signing) throw new Error(`Connection "${profile.id}" has no signing key.`);
  return { keyId: signing.keyId ?? "", ...files.signing, ...trust };
}

/** The first expired certificate, as a sentence; null when there is none. */
function expiredCertificate({ certificates }: KeyFiles): string | null {
  const ended = certificates.find(({ validTo }) => validTo <= now());
  return ended ? `${ended.field} ${ended.file} expired on ${ended.validTo.toISOString()}` : null;
}

/**
 * Why the bank cannot be called with the present files, or null. With an expired certificate the bank would abort the call
 * after it was sent, and the outcome would be unknown.
 */
export function whyUnusable(profile: BankProfile): string | null {
  try {
    return expiredCertificate(filesOf(profile));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reloads a profile's files and returns the faults. With a fault the old files stay in use. */
export function reloadProfileKeyFiles({ security }: BankProfile): string[] {
  const files = readKeyFiles(security);
  const ended = expiredCertificate(files);
  const faults = ended === null ? files.faults : [...files.faults, ended];
  if (faults.length === 0) keyFiles().set(filesKeyOf(security), files);
  return faults;
}
