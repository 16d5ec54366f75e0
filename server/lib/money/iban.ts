import { createHash } from "node:crypto";

const MAX_IBAN_LENGTH = 34;
/** Norway's, the shortest. */
const MIN_IBAN_LENGTH = 15;

/** Removes spaces and converts to upper case. */
export function normaliseIban(text: string): string {
  return text.replace(/\s/g, "").toUpperCase();
}

/** Remainder of ISO 7064 MOD 97-10 over letters (A = 10 … Z = 35) and digits, after a text with the remainder `before`. */
function mod97(text: string, before = 0): number {
  let rest = before;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/**
 * Whether the text, without spaces, has the format and check digits of an IBAN (ISO 13616). National lengths are not
 * checked.
 */
export function isIban(text: string): boolean {
  const iban = normaliseIban(text);
  if (iban.length > MAX_IBAN_LENGTH || !/^[A-Z]{2}\d{2}[A-Z0-9]{10,}$/.test(iban)) return false;
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** The length of the longest IBAN that a text of letters and digits begins with; 0: none. In one pass. */
export function leadingIbanLength(text: string): number {
  const [head, rest] = [text.slice(0, 4).toUpperCase(), text.slice(4, MAX_IBAN_LENGTH)];
  if (!/^[A-Z]{2}\d{2}$/.test(head)) return 0;
  let [longest, remainder] = [0, 0];
  for (let at = 0; at < rest.length; at += 1) {
    remainder = mod97(rest[at] ?? "", remainder);
    const length = head.length + at + 1;
    if (length >= MIN_IBAN_LENGTH && mod97(head, remainder) === 1) longest = length;
  }
  return longest;
}

/** Inserts the check digits between country and national account number. */
export function makeIban(country: string, bban: string): string {
  const check = 98 - mod97(`${bban}${country}00`);
  return `${country}${check.toString().padStart(2, "0")}${bban}`;
}

/** In groups of four. */
export function formatIban(iban: string): string {
  return normaliseIban(iban).replace(/(.{4})(?=.)/g, "$1 ");
}

const MASK = "••••";

/** Dots and the last four characters, enough to recognise one's own account. */
export function maskIban(iban: string): string {
  return `${MASK} ${normaliseIban(iban).slice(-4)}`;
}

/** Whether the text is a result of `maskIban`: it is stored for a counterparty that the bank gave no name of. */
export function isMaskedIban(text: string): boolean {
  return text.startsWith(MASK);
}

/**
 * A simulated account's IBAN: the check digits are valid, the bank code is unassigned. The same seed gives the same
 * IBAN.
 */
export function fictitiousIban(currency: string, seed: string): string {
  const digest = createHash("sha256").update(`${currency} ${seed}`, "utf8").digest();
  const digits = (digest.readBigUInt64BE() % 10_000_000_000n).toString().padStart(10, "0");
  if (currency === "GBP") return makeIban("GB", `SIMB000000${digits.slice(2)}`);
  return makeIban("DE", `00000000${digits}`);
}
