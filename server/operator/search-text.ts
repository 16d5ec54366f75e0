import { z } from "zod";

const MAX_SEARCH_LENGTH = 140;

/** A search text; blank: no filter. */
export const search = z
  .string()
  .trim()
  .max(MAX_SEARCH_LENGTH)
  .nullable()
  .transform((given) => given || null);
