import { z } from "zod";
import document from "../../prisma/simulated-banks.json";

const traitsSchema = z.strictObject({
  /**
   * How a shopper's approval is reached: by the redirect that stands in the answer (`implicit`), by one that is asked for
   * (`explicit`), by OAuth 2.0 (`oauth`), or in the bank's app, without a redirect (`decoupled`).
   */
  authorisation: z.enum(["implicit", "explicit", "oauth", "decoupled"]).default("implicit"),
  /** The payer's IBAN has to stand in the initiation. */
  requiresDebtorAccount: z.boolean().default(false),
  /** Whether a repeated X-Request-ID is the same payment, or makes a second one. */
  idempotency: z.enum(["x-request-id", "none"]).default("x-request-id"),
  /** Whether a payment that nobody has approved yet can be cancelled. */
  cancel: z.boolean().default(true),
  /** Whether every call has to be signed. */
  signing: z.boolean().default(false),
  /** `ACSP`: the bank never reports a later status, although the money arrives. */
  finality: z.enum(["ACSP", "ACSC"]).default("ACSC"),
  /** How UK Open Banking's authorisation answers the browser. */
  responseMode: z.enum(["jwt", "fragment"]).default("jwt"),
  /** Accounts of companies: consents are valid at once, and reads are not counted. */
  corporateAccess: z.boolean().default(false),
});

export type Traits = z.output<typeof traitsSchema>;

const byBank = new Map(Object.entries(document.banks).map(([slug, traits]) => [slug, traitsSchema.parse(traits)]));
const PLAIN = traitsSchema.parse({});

/** How a simulated bank differs from the plain one, by its slug. */
export function traitsOf(bank: string): Traits {
  return byBank.get(bank) ?? PLAIN;
}
