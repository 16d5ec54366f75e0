const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  "&": "+",
};

const MAX_NAME_LENGTH = 70;
/** Used when no character of a name is in the SEPA character set. */
const NAMELESS = "Merchant";

/** A creditor's name as banks take it. */
export function creditorName(name: string): string {
  return toSepaText(name, MAX_NAME_LENGTH) || NAMELESS;
}

/**
 * Converts text to the character set of every SEPA bank (EPC217-08): Latin letters, digits, space and / - ? : ( ) . , ' +,
 * no slash at either end and no two in a row. Drops accents; other characters become a space.
 */
export function toSepaText(text: string, maxLength: number): string {
  return text
    .replace(/[ßæÆøØłŁđĐ&]/g, (char) => LETTERS[char] ?? " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9/\-?:().,'+]+/g, " ")
    .replace(/\/{2,}/g, "/")
    .slice(0, maxLength)
    .replace(/^[\s/]+|[\s/]+$/g, "");
}
