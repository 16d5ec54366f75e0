import catalogue from "../../../prisma/banks.json";

/** Local instrument of UK Open Banking → the product's name on the approval page. Without one it is Faster Payments. */
export const PRODUCT_OF: Readonly<Record<string, string>> = {
  "UK.OBIE.FPS": "faster-payments",
  "UK.OBIE.BACS": "bacs",
  "UK.OBIE.CHAPS": "chaps",
};

const UK_STANDARD = "OB_UK";
const schemes = new Map(
  catalogue.banks
    .filter(({ expectedStandard }) => expectedStandard === UK_STANDARD)
    .map((bank) => [bank.slug, bank.schemes.map((scheme) => scheme.toLowerCase().replaceAll("_", "-"))]),
);

/** Whether a bank of the catalogue uses UK Open Banking. */
export function isUkBank(bank: string): boolean {
  return schemes.has(bank);
}

/** Whether the bank offers a product, by the catalogue. */
export function bankOffers(bank: string, product: string): boolean {
  return schemes.get(bank)?.includes(product) ?? false;
}
