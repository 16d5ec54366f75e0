import { z } from "zod";

/** Longer than any accepted text, so that the rules report the actual limit. */
const MAX_TEXT_LENGTH = 1_000;
const MAX_SEARCH_LENGTH = 140;

export const text = z.string().max(MAX_TEXT_LENGTH);

/** A search text; blank: no filter. */
export const search = z
  .string()
  .trim()
  .max(MAX_SEARCH_LENGTH)
  .nullable()
  .transform((given) => given || null);
