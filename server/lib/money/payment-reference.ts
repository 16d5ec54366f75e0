import { randomInt } from "node:crypto";

/** Crockford's base 32, without letters that look like digits and without U, which avoids accidental words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const GROUPS = 2;

/** A payment reference for an order without one: short, readable aloud, valid in every scheme: `7K2M-91QF`. */
export function newPaymentReference(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Our reference of an attempt at its bank: its id in base 32, ≤ 31 characters, which SEPA and Faster Payments take. */
export function endToEndIdOf(attemptId: string): string {
  const digits = BigInt(`0x${attemptId.replaceAll("-", "")}`).toString(32);
  return `BKS${digits.toUpperCase().padStart(26, "0")}`;
}
