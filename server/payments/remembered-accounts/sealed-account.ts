import { openText, sealText, sha256 } from "../../lib/crypto";
import { maskIban } from "../../lib/money/iban";

const MAX_SEALED_CHARACTERS = 512;

/**
 * The account that a customer gave on a page that is shown again: sealed as text that only this installation can open, and
 * only for the payment or link of this token. `masked` is what the customer sees.
 */
type SealedAccount = { sealed: string; masked: string };

const rowOf = (token: string) => `held account of ${Buffer.from(sha256(token)).toString("hex")}`;

/** Seals a payer's IBAN for the payment of this token, and masks it for display. `sealed`: base64url. */
export function sealAccount(iban: string, token: string): SealedAccount {
  return { sealed: sealText(iban, rowOf(token)), masked: maskIban(iban) };
}

/** The IBAN; undefined for text that is not ours or another payment's: the page asks for it again. */
export function openSealedAccount(sealed: string, token: string): string | undefined {
  return sealed.length > MAX_SEALED_CHARACTERS ? undefined : (openText(sealed, rowOf(token)) ?? undefined);
}
