import { generateKeyPairSync, type KeyObject } from "node:crypto";

/** So many, one after the other: two that a test compares are never the same. */
const DIFFERENT = 6;

type Pair = { privateKey: KeyObject; publicKey: KeyObject };
// Of the process and not of this module: a worker of the tests loads its modules anew for each file.
const kept = globalThis as { banksideRsaKeys?: { pairs: Pair[]; taken: number } };

/** An RSA key pair of 2048 bits. Making one takes 0.15 s of CPU, so a process makes six and hands them out in turn. */
export function rsaKeyPair(): Pair {
  kept.banksideRsaKeys ??= { pairs: [], taken: 0 };
  const { pairs } = kept.banksideRsaKeys;
  const index = kept.banksideRsaKeys.taken++ % DIFFERENT;
  const pair = pairs[index] ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  pairs[index] = pair;
  return pair;
}
