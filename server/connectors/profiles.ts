import { z } from "zod";
import { env } from "../lib/env";

const INITIATE_TIMEOUT_MS = 15_000;
const STATUS_TIMEOUT_MS = 5_000;

const bankProfileSchema = z.strictObject({
  bankSlug: z.string().min(1),
  connector: z.literal("berlin-group"),
  version: z.literal("1.3"),
  environment: z.enum(["test", "live"]),
  /** Without a slash at its end; the standard's paths (`/v1/…`) follow it. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** `host` or `host:port` that links given by the bank may point to for calls from the server. */
  hosts: z.array(z.string()).min(1),
  /** Payment scheme → the bank's product path. A scheme that is not here is not offered. */
  products: z.record(z.string(), z.string()),
  /** The payer's IBAN must be known before the redirect. */
  requiresDebtorAccount: z.boolean(),
  /** Whether the bank answers a repeated X-Request-ID with the same payment. */
  idempotency: z.enum(["x-request-id", "none"]),
  /** Whether a payment that was not approved yet can be cancelled. */
  cancel: z.boolean(),
  /** The first status that counts as paid; many banks never report a later one. */
  finality: z.enum(["ACSP", "ACSC"]),
  initiateTimeoutMs: z.int().positive(),
  statusTimeoutMs: z.int().positive(),
});

/** How one bank is spoken to: data, not code. */
export type BankProfile = z.infer<typeof bankProfileSchema>;
export type Environment = BankProfile["environment"];

/** Where the simulated accounts of merchants are held: a bank of the simulation only, in no catalogue. */
export const SIMULATED_ACCOUNT_BANK = "riverbank";

const STANDARD_PRODUCTS: Record<string, string> = {
  SEPA_CREDIT_TRANSFER: "sepa-credit-transfers",
  SEPA_INSTANT_CREDIT_TRANSFER: "instant-sepa-credit-transfers",
};

/** Domestic products are the bank's own strings in this standard; the simulated bank spells them after the scheme. */
function simulatedProduct(scheme: string): string {
  return STANDARD_PRODUCTS[scheme] ?? scheme.toLowerCase().replaceAll("_", "-");
}

/**
 * The connection to a bank, or null when there is none. In test every bank of the catalogue is connected to the
 * simulated one, where that is served. No live connection can be configured yet.
 */
export function findProfile(
  bank: { slug: string; schemes: readonly string[] },
  environment: Environment,
): BankProfile | null {
  const { baseUrl, simbankEnabled } = env();
  if (environment === "live" || !simbankEnabled) return null;
  return bankProfileSchema.parse({
    bankSlug: bank.slug,
    connector: "berlin-group",
    version: "1.3",
    environment,
    baseUrl: `${baseUrl}/simbank/${encodeURIComponent(bank.slug)}/xs2a`,
    hosts: [new URL(baseUrl).host],
    products: Object.fromEntries(bank.schemes.map((scheme) => [scheme, simulatedProduct(scheme)])),
    requiresDebtorAccount: false,
    idempotency: "x-request-id",
    cancel: true,
    finality: "ACSC",
    initiateTimeoutMs: INITIATE_TIMEOUT_MS,
    statusTimeoutMs: STATUS_TIMEOUT_MS,
  });
}

/** Whether any bank can move real money: without one every creation is a test. */
export function hasLiveConnections(): boolean {
  return false;
}
