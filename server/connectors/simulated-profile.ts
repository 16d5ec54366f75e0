import catalogue from "../../prisma/banks.json";
import simulated from "../../prisma/simulated-banks.json";
import { env } from "../lib/config/env";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../lib/config/simulation-key";
import { fictitiousIban } from "../lib/money/iban";
import { type BankProfile, bankProfileSchema } from "./profile-schema";
import { toSepaText } from "./sepa-text";

type Traits = {
  authorisation?: string;
  requiresDebtorAccount?: boolean;
  idempotency?: string;
  cancel?: boolean;
  finality?: string;
  signing?: boolean;
  responseMode?: string;
  corporateAccess?: boolean;
};

/** The origin of the simulated banks: this installation's own, unless SIMBANK_URL sets another. */
function simbankOrigin(): string {
  const { baseUrl, simbankUrl } = env();
  return simbankUrl ?? baseUrl;
}

/**
 * The header that authenticates this installation at a simulated bank, as a TLS certificate does at a real one; empty for
 * any other address. For UK Open Banking, which uses signed assertions, it only lets the entry count these calls apart from
 * other callers'.
 */
export function simulationHeaders(url: string): Record<string, string> {
  const { origin, pathname } = new URL(url);
  const isSimulated = origin === new URL(simbankOrigin()).origin && pathname.startsWith("/simbank/");
  return isSimulated ? { [SIMULATION_KEY_HEADER]: simulationKeys() } : {};
}

/** The client id of this installation at every simulated bank. */
const CLIENT_ID = "bankside-simulation";

const TRAITS: Record<string, Traits> = simulated.banks;

/** More than for a real bank, because simulated banks have no limits. */
const LANES = 16;

const STANDARD_PRODUCTS: Record<string, string> = {
  SEPA_CREDIT_TRANSFER: "sepa-credit-transfers",
  SEPA_INSTANT_CREDIT_TRANSFER: "instant-sepa-credit-transfers",
};

/** In this standard domestic products have names of the bank's own; simulated banks derive them from the scheme. */
function productOf(scheme: string): string {
  return STANDARD_PRODUCTS[scheme] ?? scheme.toLowerCase().replaceAll("_", "-");
}

const LOCAL_INSTRUMENTS: Record<string, string> = {
  FASTER_PAYMENTS: "UK.OBIE.FPS",
  BACS: "UK.OBIE.BACS",
  CHAPS: "UK.OBIE.CHAPS",
};

/**
 * The start of a scenario in a payment's reference (docs/integrate/testing.md). Wider than the simulated bank's own rule,
 * because connectors shorten the text, and a longer word can become a scenario.
 */
const SCENARIO = /SIM-[A-Z0-9]/;
/** Simulated accounts whose reads fail, as documented beside them. */
const FAILING_ACCOUNTS = ["consent-expired", "throttled", "slow"];

/** Whether a payment's reference requests a scenario from its simulated bank, in the text that the bank receives. */
export function requestsScenario({ environment }: BankProfile, paymentReference: string): boolean {
  return environment === "test" && SCENARIO.test(toSepaText(paymentReference, paymentReference.length * 2));
}

/** Whether an account is one of the simulated accounts whose reads fail. */
export function isFailingAccount({ iban, currency }: { iban: string; currency: string }): boolean {
  return FAILING_ACCOUNTS.some((name) => iban === fictitiousIban(currency, `trouble ${name}`));
}

/** A bank of the catalogue. Without schemes (no payments), its slug decides the standard. */
type SimulatedBank = { slug: string; schemes: readonly string[] };

/**
 * The profile of the simulated bank for a bank of the catalogue: UK Open Banking for British banks, Berlin Group for all
 * others. A bank in both markets (Santander, Revolut) is British for payments in pounds.
 */
export function simulatedProfile(bank: SimulatedBank): BankProfile {
  const name = JSON.stringify([simbankOrigin(), bank.slug, bank.schemes]);
  const known = made.get(name);
  if (known) return known;
  const profile = isBritish(bank) ? simulatedUkProfile(bank) : simulatedBerlinGroupProfile(bank);
  if (made.size < MAX_PROFILES) made.set(name, profile);
  return profile;
}

/** Validated once and not for each call. There are as many as banks in the catalogue. */
const made = new Map<string, BankProfile>();
const MAX_PROFILES = 2_000;

const BRITISH_ONLY = new Set(catalogue.banks.filter(isPayingInPounds).map(({ slug }) => slug));
for (const { slug } of catalogue.banks.filter((bank) => !isPayingInPounds(bank))) BRITISH_ONLY.delete(slug);

function isPayingInPounds({ schemes }: { schemes: readonly string[] }): boolean {
  return schemes.some((scheme) => scheme in LOCAL_INSTRUMENTS);
}

function isBritish(bank: SimulatedBank): boolean {
  return bank.schemes.length > 0 ? isPayingInPounds(bank) : BRITISH_ONLY.has(bank.slug);
}

function simulatedBerlinGroupProfile(bank: SimulatedBank): BankProfile {
  const origin = simbankOrigin();
  const traits = TRAITS[bank.slug] ?? {};
  return bankProfileSchema.parse({
    id: bank.slug,
    connector: "berlin-group",
    version: "1.3",
    environment: "test",
    baseUrl: `${origin}/simbank/${encodeURIComponent(bank.slug)}/xs2a`,
    hosts: [new URL(origin).host],
    products: Object.fromEntries(bank.schemes.map((scheme) => [scheme, productOf(scheme)])),
    requiresDebtorAccount: traits.requiresDebtorAccount ?? false,
    decoupled: traits.authorisation === "decoupled",
    idempotency: traits.idempotency ?? "x-request-id",
    cancel: traits.cancel ?? true,
    push: true,
    concurrency: LANES,
    ...(traits.corporateAccess ? { corporateAccess: true } : {}),
    finality: traits.finality ?? "ACSC",
    clientId: CLIENT_ID,
    ...(traits.signing ? { security: { signing: {} } } : {}),
  });
}

/** The profile of a simulated bank of UK Open Banking. */
export function simulatedUkProfile(bank: SimulatedBank): BankProfile {
  const origin = simbankOrigin();
  const issuer = `${origin}/simbank/${encodeURIComponent(bank.slug)}`;
  const traits = TRAITS[bank.slug] ?? {};
  return bankProfileSchema.parse({
    id: bank.slug,
    connector: "ob-uk",
    version: "3.1",
    environment: "test",
    baseUrl: `${issuer}/open-banking/v3.1`,
    hosts: [new URL(origin).host],
    products: Object.fromEntries(bank.schemes.map((scheme) => [scheme, LOCAL_INSTRUMENTS[scheme] ?? scheme])),
    idempotency: "x-idempotency-key",
    cancel: false,
    push: true,
    concurrency: LANES,
    finality: traits.finality ?? "ACSC",
    oauth: {
      issuer,
      authorizationEndpoint: `${issuer}/authorize`,
      tokenEndpoint: `${issuer}/token`,
      jwksUri: `${issuer}/jwks`,
      clientId: CLIENT_ID,
      clientAuthentication: "private_key_jwt",
      responseMode: traits.responseMode ?? "jwt",
    },
    security: { signing: {} },
  });
}
