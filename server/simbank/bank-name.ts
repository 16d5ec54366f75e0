import catalogue from "../../prisma/banks.json";

const names = new Map(catalogue.banks.map(({ slug, displayName }) => [slug, displayName]));
/** The first market's, where a group is in several. */
const currencies = new Map(catalogue.banks.toReversed().map(({ slug, currency }) => [slug, currency]));

/** Where the accounts of merchants are held: a bank of the simulation only, in no catalogue. */
export const CORPORATE_BANK = "riverbank";

/** Whether there is a simulated bank of this slug: those of the catalogue, and the one that holds merchants' accounts. */
export function isSimulatedBank(slug: string): boolean {
  return names.has(slug) || slug === CORPORATE_BANK;
}

/** The name of the bank that is stood in for. A group that is in several markets has one slug, and one bank here. */
export function bankName(slug: string): string {
  return names.get(slug) ?? slug;
}

/** The currency of the accounts that a shopper has at the bank when nobody names one. */
export function bankCurrency(slug: string): string {
  return currencies.get(slug) ?? "EUR";
}
