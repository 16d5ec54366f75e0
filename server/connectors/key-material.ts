import type { KeyObject } from "node:crypto";
import { now } from "../lib/clock";
import { type KeyFiles, readKeyFiles, type TlsMaterial } from "./key-files";
import type { BankProfile } from "./profile-schema";
import { installationSigningKey } from "./signing-key";

/** With what we sign. `certificatePem` is absent where the bank knows the key by its `keyId` alone. */
export type SigningMaterial = {
  keyId: string;
  privateKey: KeyObject;
  certificatePem?: string;
  trustAnchor?: string;
};

// The entry and Next's bundles are separate module graphs in one process: what one reads again, the other has to see.
const kept = globalThis as { banksideKeyFiles?: Map<string, KeyFiles> };

function keyFiles(): Map<string, KeyFiles> {
  kept.banksideKeyFiles ??= new Map();
  return kept.banksideKeyFiles;
}

/** Files are read once: afterwards a request neither waits for a disk nor meets a file that is being written. */
function filesOf({ id, security }: BankProfile): KeyFiles {
  const place = placeOf(security);
  const known = keyFiles().get(place);
  if (known) return known;
  const files = readKeyFiles(security);
  if (files.faults.length > 0) throw new Error(`Connection "${id}": ${files.faults.join("; ")}.`);
  keyFiles().set(place, files);
  return files;
}

function placeOf(security: BankProfile["security"]): string {
  const { tls, signing } = security;
  return JSON.stringify([tls?.certFile, tls?.keyFile, tls?.caFile, signing?.keyFile, signing?.certFile]);
}

/**
 * What mutual TLS with the bank needs, as PEM texts; null where it wants none. The same object until the files are read
 * again. Throws when a file cannot be used.
 */
export function tlsOf(profile: BankProfile): TlsMaterial | null {
  return profile.security.tls ? filesOf(profile).tls : null;
}

/**
 * What messages to the bank are signed with: the operator's key, or the installation's own, which only simulated banks
 * know. Null where the bank wants no signatures. Throws when a file cannot be used.
 */
export async function signingOf(profile: BankProfile): Promise<SigningMaterial | null> {
  const { signing } = profile.security;
  if (!signing) return null;
  const trustAnchor = signing.trustAnchor === undefined ? {} : { trustAnchor: signing.trustAnchor };
  if (signing.keyFile === undefined) return { ...(await installationSigningKey()), ...trustAnchor };
  const files = filesOf(profile);
  if (!files.signing) throw new Error(`Connection "${profile.id}" has no signing key.`);
  return { keyId: signing.keyId ?? "", ...files.signing, ...trustAnchor };
}

/** The certificate that has ended, in a sentence; null while none has. */
function whatEnded({ certificates }: KeyFiles): string | null {
  const ended = certificates.find(({ validTo }) => validTo <= now());
  return ended ? `${ended.place} ${ended.file} ended on ${ended.validTo.toISOString()}` : null;
}

/**
 * Why the bank cannot be called with the files as they are, or null. A call with a certificate that is over would be
 * broken off by the bank after it was sent, and a sure failure would become an unknown one.
 */
export function whyUnusable(profile: BankProfile): string | null {
  try {
    return whatEnded(filesOf(profile));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Reads a profile's files again. With a fault nothing changes: half of a new pair must not take a bank away. Answers the
 * faults.
 */
export function rereadKeyFiles({ security }: BankProfile): string[] {
  const files = readKeyFiles(security);
  const ended = whatEnded(files);
  const faults = ended === null ? files.faults : [...files.faults, ended];
  if (faults.length === 0) keyFiles().set(placeOf(security), files);
  return faults;
}
