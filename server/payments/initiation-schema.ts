import { z } from "zod";

/** Every scheme that a bank of the catalogue offers, and those that the contract names beside them. */
export const PAYMENT_SCHEMES = [
  "SEPA_CREDIT_TRANSFER",
  "SEPA_INSTANT_CREDIT_TRANSFER",
  "FASTER_PAYMENTS",
  "MULTIBANCO",
  "BACS",
  "BECS",
  "ACH",
  "CHAPS",
  "CZECH_DOMESTIC_CREDIT_TRANSFER",
  "CZECH_INSTANT_CREDIT_TRANSFER",
  "DANISH_DOMESTIC_CREDIT_TRANSFER",
  "DANISH_INSTANT_CREDIT_TRANSFER",
  "HUNGARIAN_INSTANT_CREDIT_TRANSFER",
  "ICELANDIC_DOMESTIC_CREDIT_TRANSFER",
  "NORWEGIAN_DOMESTIC_CREDIT_TRANSFER",
  "NORWEGIAN_INSTANT_CREDIT_TRANSFER",
  "ELIXIR",
  "EXPRESS_ELIXIR",
  "ROMANIAN_DOMESTIC_CREDIT_TRANSFER",
  "ROMANIAN_INSTANT_CREDIT_TRANSFER",
  "SWEDISH_DOMESTIC_CREDIT_TRANSFER",
] as const;

const tokenInEither = z
  .string()
  .optional()
  .meta({
    description: "Required, in the query or in the body; in both, the same.",
    examples: ["ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU"],
  });
export const initiationQuery = z.object({ payment_token: tokenInEither });

const initiationChoice = {
  payment_token: tokenInEither,
  paymentScheme: z
    .enum(PAYMENT_SCHEMES, "is no payment scheme")
    .nullable()
    .optional()
    .describe("Null or absent: the first that the bank offers for the currency. Else one that it offers for it."),
};
const uuid = z.uuid({ error: "must be a uuid" });
/** Present in neither variant at once with the other's. */
const notBeside = (other: string) => z.never({ error: `must not stand beside ${other}` }).optional();

/** Endpoint 9: exactly one of a bank and a remembered account. */
export const initiationBody = z.union([
  z.object({
    ...initiationChoice,
    bankId: uuid,
    customerBankAccountId: notBeside("bankId"),
    debtorIban: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        "The payer's IBAN. Required by banks that want the payer's account beforehand; taken by the others where they can.",
      ),
  }),
  z.object({
    ...initiationChoice,
    customerBankAccountId: uuid.describe(
      "An account that this payment's customer.id agreed to have remembered: of customer_bank_accounts in the answer to " +
        "its creation. It names the bank and the payer's account at once.",
    ),
    bankId: notBeside("customerBankAccountId"),
  }),
]);

export const initiated = z.object({
  order_id: z.string(),
  redirect_url: z
    .url()
    .nullable()
    .describe("Where the shopper approves; null where the bank asks the shopper by itself, in its own app."),
  payment_request_id: z.uuid(),
});
