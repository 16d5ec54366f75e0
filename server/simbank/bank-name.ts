import catalogue from "../../prisma/banks.json";

const names = new Map(catalogue.banks.map(({ slug, displayName }) => [slug, displayName]));

/** The name of the bank that is stood in for. A group that is in several markets has one slug, and one bank here. */
export function bankName(slug: string): string {
  return names.get(slug) ?? slug;
}
