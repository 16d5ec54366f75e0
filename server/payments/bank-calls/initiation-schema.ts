import { z } from "zod";
import { uuid } from "../../lib/fields";

/** Every scheme of the catalogue's banks, and those that the contract names in addition. */
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
    description: "Required, in the query or in the body. If in both, they must be equal.",
    examples: ["ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU"],
  });
export const initiationQuery = z.object({ payment_token: tokenInEither });

const initiationChoice = {
  payment_token: tokenInEither,
  paymentScheme: z
    .enum(PAYMENT_SCHEMES, "is not a payment scheme")
    .nullable()
    .optional()
    .describe("One that the bank offers for the currency. Null or absent: the first of them."),
};
/** A field of the other variant. */
const notBeside = (other: string) => z.never({ error: `must not be given together with ${other}` }).optional();

/** Endpoint 9: exactly one of a bank and a remembered account. */
export const initiationBody = z.union([
  z.object({
    ...initiationChoice,
    bankId: uuid,
    customerBankAccountId: notBeside("bankId"),
    debtorIban: z
      .string()
      .min(1, "must not be empty")
      .max(64)
      .optional()
      .describe("The payer's IBAN. Required by some banks; optional at the others, which use it if they can."),
  }),
  z.object({
    ...initiationChoice,
    customerBankAccountId: uuid.describe(
      "An account that this payment's customer.id agreed to have remembered: an id of customer_bank_accounts in the " +
        "response to the creation. It names both the bank and the payer's account.",
    ),
    bankId: notBeside("customerBankAccountId"),
  }),
]);

export const initiated = z.object({
  order_id: z.string(),
  redirect_url: z
    .url()
    .nullable()
    .describe("Where the customer approves; null when the bank asks the customer in its own app."),
  payment_request_id: z.uuid(),
});
