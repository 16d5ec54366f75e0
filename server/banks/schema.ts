import { z } from "zod";
import { queryInteger } from "../lib/fields";
import { isCurrency } from "../lib/money";

const MAX_BANKS = 50;

export const topBanksQuery = z.object({
  country: z.string().regex(/^[A-Za-z]{2}$/, "two letters, ISO 3166-1 alpha-2"),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "three letters, ISO 4217")
    .refine(isCurrency, "is no current ISO 4217 currency")
    .optional(),
  limit: queryInteger(1, MAX_BANKS).optional(),
});

export const bank = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  market: z.string().regex(/^[A-Za-z]{2}$/),
  currency: z.string().regex(/^[A-Za-z]{3}$/),
  displayName: z.string(),
  logoUrl: z.string(),
  websiteUrl: z.string(),
  topInMarket: z.boolean(),
});

export const topBanks = z.object({ banks: z.array(bank) });
