import { z } from "zod";
import { isCurrency } from "../lib/money";

const MAX_BANKS = 50;

export const topBanksQuery = z.object({
  country: z.string().regex(/^[A-Za-z]{2}$/, "two letters, ISO 3166-1 alpha-2"),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "three letters, ISO 4217")
    .refine(isCurrency, "is no current ISO 4217 currency")
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from 1 to ${MAX_BANKS}`)
    .meta({ documentAs: { type: "integer", minimum: 1, maximum: MAX_BANKS } })
    .transform(Number)
    .pipe(z.int().min(1, `1 to ${MAX_BANKS}`).max(MAX_BANKS, `1 to ${MAX_BANKS}`))
    .optional(),
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
