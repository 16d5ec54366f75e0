const MAX_PAGE = 100_000;

/** The page number of an address; 1 where it is invalid. */
export function pageNumber(given: string | string[] | undefined): number {
  const page = typeof given === "string" && /^\d{1,6}$/.test(given) ? Number(given) : 1;
  return Math.min(Math.max(page, 1), MAX_PAGE);
}
