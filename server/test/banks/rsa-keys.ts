import { generateKeyPairSync, type KeyObject } from "node:crypto";

/** The number of pairs, used in turn: two that one test compares always differ. */
const DIFFERENT = 6;

type Pair = { privateKey: KeyObject; publicKey: KeyObject };
// Kept in the process, because a test worker reloads its modules for each file.
const kept = globalThis as { banksideRsaKeys?: { pairs: Pair[]; taken: number } };

/** An RSA key pair of 2048 bits. Creating one takes 0.15 s of CPU, so a process creates six and uses them in turn. */
export function rsaKeyPair(): Pair {
  kept.banksideRsaKeys ??= { pairs: [], taken: 0 };
  const { pairs } = kept.banksideRsaKeys;
  const index = kept.banksideRsaKeys.taken++ % DIFFERENT;
  const pair = pairs[index] ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  pairs[index] = pair;
  return pair;
}
