import { open, seal, sha256 } from "../lib/crypto";
import { maskIban } from "../lib/iban";

const MAX_SEALED_CHARACTERS = 512;

/**
 * The account that a shopper gave on a page which has to be shown again: as text that only this installation opens, and
 * only for the payment or link of this token. What the shopper sees of it is masked.
 */
export type HeldAccount = { sealed: string; masked: string };

const rowOf = (token: string) => `held account of ${Buffer.from(sha256(token)).toString("hex")}`;

export function holdAccount(iban: string, token: string): HeldAccount {
  return { sealed: Buffer.from(seal(iban, rowOf(token))).toString("base64url"), masked: maskIban(iban) };
}

/** The account again; undefined for text that is not ours, or another payment's: then it is asked for anew. */
export function openHeldAccount(sealed: string, token: string): string | undefined {
  if (sealed === "" || sealed.length > MAX_SEALED_CHARACTERS) return undefined;
  try {
    return open(Buffer.from(sealed, "base64url"), rowOf(token));
  } catch {
    return undefined;
  }
}
