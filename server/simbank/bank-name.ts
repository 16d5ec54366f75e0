import catalogue from "../../prisma/banks.json";

const names = new Map(catalogue.banks.map(({ slug, displayName }) => [slug, displayName]));

/** The name of the bank that is stood in for. Slugs that carry their market (`ing-es`) are found without it. */
export function bankName(slug: string): string {
  return names.get(slug) ?? names.get(slug.replace(/-[a-z]{2}$/, "")) ?? slug;
}
