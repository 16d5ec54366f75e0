import { randomInt } from "node:crypto";

/** Crockford's base 32: no letter that is taken for a digit, and none that makes words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const GROUPS = 2;

/** A payment reference for an order that came without one: short, readable out loud, fit for every scheme: `7K2M-91QF`. */
export function newPaymentReference(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
