import { z } from "zod";
import document from "../../prisma/simulated-banks.json";

const traitsSchema = z.strictObject({
  /**
   * How a shopper reaches the approval: by a redirect in the answer (`implicit`), by a redirect from a further call
   * (`explicit`), by OAuth 2.0 (`oauth`), or in the bank's app, without a redirect (`decoupled`).
   */
  authorisation: z.enum(["implicit", "explicit", "oauth", "decoupled"]).default("implicit"),
  /** The initiation must name the payer's IBAN. */
  requiresDebtorAccount: z.boolean().default(false),
  /** Whether a repeated X-Request-ID returns the same payment or creates a second one. */
  idempotency: z.enum(["x-request-id", "none"]).default("x-request-id"),
  /** Whether a payment without an approval can be cancelled. */
  cancel: z.boolean().default(true),
  /** Whether every call must be signed. */
  signing: z.boolean().default(false),
  /** `ACSP`: the bank never reports a later status, although the money arrives. */
  finality: z.enum(["ACSP", "ACSC"]).default("ACSC"),
  /** The response mode of UK Open Banking's authorisation. */
  responseMode: z.enum(["jwt", "fragment"]).default("jwt"),
  /** Accounts of companies: consents are valid at once, and reads are not counted. */
  corporateAccess: z.boolean().default(false),
});

export type Traits = z.output<typeof traitsSchema>;

const byBank = new Map(Object.entries(document.banks).map(([slug, traits]) => [slug, traitsSchema.parse(traits)]));
const PLAIN = traitsSchema.parse({});

/** The differences of a simulated bank from the default one, by its slug. */
export function traitsOf(bank: string): Traits {
  return byBank.get(bank) ?? PLAIN;
}
