import { randomInt } from "node:crypto";

/** Crockford's base 32, without letters that look like digits and without U, which avoids accidental words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const GROUPS = 2;

/** A payment reference for an order without one: short, readable aloud, valid in every scheme: `7K2M-91QF`. */
export function newPaymentReference(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
