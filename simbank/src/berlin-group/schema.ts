import { z } from "zod";
import { isIban, normaliseIban } from "../../../server/lib/money/iban";
import { isCurrency } from "../../../server/lib/money/money";

const iban = z.string().max(42).refine(isIban, "Not a valid IBAN.").transform(normaliseIban);
const currency = z
  .string()
  .refine((code) => /^[A-Z]{3}$/.test(code) && isCurrency(code), "Not a current ISO 4217 code.");

/**
 * The fields of a payment initiation that this bank reads. Whether `debtorAccount` may be left out is a trait of the
 * bank.
 */
export const initiationSchema = z.object({
  endToEndIdentification: z.string().max(35).optional(),
  debtorAccount: z.object({ iban }).optional(),
  instructedAmount: z.object({
    currency,
    amount: z.string().regex(/^[0-9]{1,14}(\.[0-9]{1,3})?$/, "Not a valid amount."),
  }),
  creditorAccount: z.object({ iban }),
  creditorName: z.string().min(1).max(70),
  remittanceInformationUnstructured: z.string().max(140).optional(),
});

const accountReferences = z.array(z.object({ iban, currency })).max(20);

/** Body of a consent. Empty lists: the shopper chooses the accounts. */
export const consentSchema = z.object({
  access: z.object({
    accounts: accountReferences.optional(),
    balances: accountReferences.optional(),
    transactions: accountReferences.optional(),
  }),
  recurringIndicator: z.boolean(),
  validUntil: z.iso.date(),
  frequencyPerDay: z.int32().min(1),
  combinedServiceIndicator: z.boolean(),
});
export type ConsentBody = z.infer<typeof consentSchema>;

/** The first validation error of a body, with its path for the error message. */
export function firstProblem(error: z.ZodError): { path: string; text: string } {
  const issue = error.issues[0];
  return { path: issue?.path.join(".") || "body", text: issue?.message ?? "Not valid." };
}
