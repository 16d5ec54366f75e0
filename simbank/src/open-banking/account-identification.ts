import { isIban, makeIban, normaliseIban } from "../../../server/lib/money/iban";
import { findIbanOfDomestic } from "../ledger-store";
import { badRequest } from "./refusal";

/** The currency of accounts at a UK bank. */
export const CURRENCY = "GBP";
const DOMESTIC = "UK.OBIE.SortCodeAccountNumber";
const INTERNATIONAL = "UK.OBIE.IBAN";
/** A sort code without a known account gets this bank code: its account is at a bank of the simulation. */
const FICTITIOUS_BANK_CODE = "SIMB";

type Identification = { SchemeName: string; Identification: string };

/**
 * The IBAN of an account that a request names: by sort code and account number (14 digits), or by IBAN.
 * @throws refusal 400
 */
export async function ibanOf({ SchemeName, Identification }: Identification, path: string): Promise<string> {
  if (SchemeName !== DOMESTIC && SchemeName !== INTERNATIONAL) {
    const message = `This bank knows accounts by ${DOMESTIC} and ${INTERNATIONAL}.`;
    throw badRequest("UK.OBIE.Unsupported.AccountIdentifier", message, `${path}.SchemeName`);
  }
  const isValid = SchemeName === DOMESTIC ? /^\d{14}$/.test(Identification) : isIban(Identification);
  if (!isValid) throw badRequest("UK.OBIE.Field.Invalid", "No such account.", `${path}.Identification`);
  if (SchemeName === INTERNATIONAL) return normaliseIban(Identification);
  return (await findIbanOfDomestic(Identification)) ?? makeIban("GB", FICTITIOUS_BANK_CODE + Identification);
}

/** The account number in answers. A British IBAN ends with sort code and account number. */
export function identificationOf(iban: string): Identification {
  const domestic = /^GB\d{2}[A-Z]{4}(\d{14})$/.exec(iban)?.[1];
  return domestic === undefined
    ? { SchemeName: INTERNATIONAL, Identification: iban }
    : { SchemeName: DOMESTIC, Identification: domestic };
}
