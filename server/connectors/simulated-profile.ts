import catalogue from "../../prisma/banks.json";
import simulated from "../../prisma/simulated-banks.json";
import { env } from "../lib/env";
import { fictitiousIban } from "../lib/iban";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../lib/simulation-key";
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

/** Where the simulated banks are reached: at the product's own origin, unless they have one of their own. */
function simbankOrigin(): string {
  const { baseUrl, simbankUrl } = env();
  return simbankUrl ?? baseUrl;
}

/**
 * What proves to a simulated bank that this installation calls, where real ones look at the certificate of the transport;
 * nothing for any other address. UK Open Banking goes by the client's signed assertion; there it is for the entry, which counts
 * the installation's own calls apart from strangers'.
 */
export function simulationHeaders(url: string): Record<string, string> {
  const { origin, pathname } = new URL(url);
  const isSimulated = origin === new URL(simbankOrigin()).origin && pathname.startsWith("/simbank/");
  return isSimulated ? { [SIMULATION_KEY_HEADER]: simulationKeys() } : {};
}

/** As which every simulated bank has this installation registered. */
const CLIENT_ID = "bankside-simulation";

const TRAITS: Record<string, Traits> = simulated.banks;

/** More than a real bank is given: nobody's limits are met, and a demo is tried by many at once. */
const LANES = 16;

const STANDARD_PRODUCTS: Record<string, string> = {
  SEPA_CREDIT_TRANSFER: "sepa-credit-transfers",
  SEPA_INSTANT_CREDIT_TRANSFER: "instant-sepa-credit-transfers",
};

/** Domestic products are the bank's own strings in this standard; the simulated bank spells them after the scheme. */
function productOf(scheme: string): string {
  return STANDARD_PRODUCTS[scheme] ?? scheme.toLowerCase().replaceAll("_", "-");
}

const LOCAL_INSTRUMENTS: Record<string, string> = {
  FASTER_PAYMENTS: "UK.OBIE.FPS",
  BACS: "UK.OBIE.BACS",
  CHAPS: "UK.OBIE.CHAPS",
};

/**
 * How the words begin by which a payment's reference asks a simulated bank for a failure (docs/integrate/testing.md). Wider
 * than the bank's own rule: connectors cut the text that the bank reads, which can make a scenario of a longer word.
 */
const SCENARIO = /SIM-[A-Z0-9]/;
/** Reading these accounts fails there, as documented beside them. */
const TROUBLES = ["consent-expired", "throttled", "slow"];

/** Whether a payment asks its simulated bank to fail in some way, in the characters that the bank gets to read. */
export function asksForScenario({ environment }: BankProfile, paymentReference: string): boolean {
  return environment === "test" && SCENARIO.test(toSepaText(paymentReference, paymentReference.length * 2));
}

/** Whether an account is one of those that simulated banks fail to show. */
export function isTroubledAccount({ iban, currency }: { iban: string; currency: string }): boolean {
  return TROUBLES.some((trouble) => iban === fictitiousIban(currency, `trouble ${trouble}`));
}

/** A bank of the catalogue. Without schemes (nobody pays from it) its slug has to say which one it is. */
type SimulatedBank = { slug: string; schemes: readonly string[] };

/**
 * How the simulated bank that stands in for one of the catalogue is spoken to: the British by UK Open Banking, all others by
 * Berlin Group. A group that is in both markets (Santander, Revolut) is British where it pays in pounds.
 */
export function simulatedProfile(bank: SimulatedBank): BankProfile {
  return isBritish(bank) ? simulatedUkProfile(bank) : simulatedBerlinGroupProfile(bank);
}

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

/** How one that speaks UK Open Banking is spoken to. */
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
