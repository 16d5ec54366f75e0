import { randomInt } from "node:crypto";

/** Crockford's base 32: no letter that is taken for a digit, and none that makes words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A short random code that people can read out: `7K2M-91QF`. Groups of four; 20 bits a group. */
export function readableCode(groups: number): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}
