import { z } from "zod";
import { queryInteger } from "../lib/fields";
import { isCurrency } from "../lib/money/money";

const MAX_BANKS = 50;

export const topBanksQuery = z.object({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be two letters, ISO 3166-1 alpha-2")
    .meta({ description: "The market: ISO 3166-1 alpha-2, in any case; `GB`, not `UK`.", examples: ["PT"] }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, { error: "must be three letters, ISO 4217", abort: true })
    .refine(isCurrency, "is not a current ISO 4217 currency")
    .meta({ description: "Only banks of this current currency: ISO 4217, in any case.", examples: ["EUR"] })
    .optional(),
  limit: queryInteger(1, MAX_BANKS)
    .optional()
    .meta({ description: "The maximum number of banks to return, in order.", examples: [10] }),
});

export const bank = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    market: z.string().regex(/^[A-Za-z]{2}$/),
    currency: z.string().regex(/^[A-Za-z]{3}$/),
    displayName: z.string(),
    logoUrl: z.string(),
    websiteUrl: z.string(),
    topInMarket: z.boolean(),
  })
  .meta({ id: "Bank" });

export const topBanks = z.object({ banks: z.array(bank) });
