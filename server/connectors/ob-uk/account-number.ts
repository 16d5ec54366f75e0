import { z } from "zod";
import { normaliseIban } from "../../lib/money/iban";
import { text } from "../parse-response";

const SORT_CODE = "UK.OBIE.SortCodeAccountNumber";
const IBAN = "UK.OBIE.IBAN";

/** An account's identification in this standard (OBExternalAccountIdentification4Code). */
export type Account = { SchemeName: string; Identification: string };

/** The same in a response, with its holder's name and without unreadable values. */
export const account = z.object({ SchemeName: text, Identification: text, Name: text }).optional().catch(undefined);

/** An IBAN of the United Kingdom: four letters of the bank, six digits of the sort code, eight of the account. */
const BRITISH = /^GB\d{2}[A-Z]{4}(\d{6})(\d{8})$/;

/** British accounts by sort code and account number, which every bank accepts; others by IBAN. */
export function accountOf(iban: string): Account {
  const bare = normaliseIban(iban);
  const [, sortCode, number] = BRITISH.exec(bare) ?? [];
  return sortCode === undefined || number === undefined
    ? { SchemeName: IBAN, Identification: bare }
    : { SchemeName: SORT_CODE, Identification: sortCode + number };
}

/** Whether an account in a response has this IBAN. */
export function isAccount({ SchemeName, Identification }: Account, iban: string): boolean {
  const bare = normaliseIban(iban);
  if (SchemeName === IBAN) return normaliseIban(Identification) === bare;
  const own = accountOf(bare);
  return (
    SchemeName === SORT_CODE && own.SchemeName === SORT_CODE && Identification.replace(/\D/g, "") === own.Identification
  );
}

/** The account's IBAN if the bank gives one: a sort code and account number lack the bank's four letters. */
export function ibanOf({ SchemeName, Identification }: NonNullable<z.infer<typeof account>>): string | undefined {
  return SchemeName === IBAN && Identification !== undefined ? normaliseIban(Identification) : undefined;
}
