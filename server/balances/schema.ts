import { z } from "zod";
import { uuid } from "../lib/fields";

export const balancesQuery = z.object({
  merchant_id: uuid.optional().meta({
    description: "Required for partners and admins.",
    examples: ["01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a01"],
  }),
});

export const balances = z.array(
  z
    .object({
      id: z.uuid(),
      currency: z.string().describe("ISO 4217."),
      roles: z
        .array(z.string())
        .describe(
          "`receiving`: incoming payments that are not paid out yet; `refund`: the source of refunds; `settlement`: settled " +
            "money. Other roles are possible.",
        ),
      balance: z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .nullable()
        .describe("In major units, with the currency's decimals. Null: unknown at the moment, which is not zero."),
      test: z.boolean().describe("Of a simulated bank: no real money."),
    })
    .meta({ id: "BalanceAccount" }),
);
