import catalogue from "../../prisma/banks.json";

const names = new Map(catalogue.banks.map(({ slug, displayName }) => [slug, displayName]));
/** A group in several markets has the currency of the first. */
const currencies = new Map(catalogue.banks.toReversed().map(({ slug, currency }) => [slug, currency]));

/** The bank of the merchants' accounts: exists in the simulation only, and is in no catalogue. */
export const CORPORATE_BANK = "riverbank";

/** Whether a simulated bank has this slug: the banks of the catalogue, and the bank of the merchants' accounts. */
export function isSimulatedBank(slug: string): boolean {
  return names.has(slug) || slug === CORPORATE_BANK;
}

/** The slugs of the catalogue's banks. */
export function bankSlugs(): string[] {
  return [...names.keys()];
}

/** The name of the bank that is simulated. A group in several markets has one slug and one simulated bank. */
export function bankName(slug: string): string {
  return names.get(slug) ?? slug;
}

/** The currency of a shopper's accounts at the bank when the request names none. */
export function bankCurrency(slug: string): string {
  return currencies.get(slug) ?? "EUR";
}
