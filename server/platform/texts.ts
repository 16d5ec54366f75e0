import { z } from "zod";

/** Longer than anything that is taken: what is too long is refused by the rules, in their words. */
const MAX_TEXT_LENGTH = 1_000;
const MAX_SEARCH_LENGTH = 140;

export const text = z.string().max(MAX_TEXT_LENGTH);

/** What is looked for; a blank one looks for everything. */
export const search = z
  .string()
  .trim()
  .max(MAX_SEARCH_LENGTH)
  .nullable()
  .transform((given) => given || null);
