import { env } from "../lib/config/env";
import { db } from "../lib/db";
import { shortCache } from "../lib/short-cache";
import { type BankProfile, bankProfileSchema, type Environment } from "./profile-schema";
import { findEnabledProfile, findProfileRow, liveProfileExists, type ProfileRow } from "./profile-store";
import { simulatedProfile } from "./simulated-profile";

/** The simulated bank of merchants' simulated accounts; not in the catalogue. */
export const SIMULATED_ACCOUNT_BANK = "riverbank";

/** The part of a catalogue bank on which its connection depends. */
export type ConnectedBank = { id: string } & Parameters<typeof simulatedProfile>[0];

type Known = { profile: BankProfile; enabled: boolean };

// The object around `found` lets the cache keep "none", the most frequent result.
const byBank = shortCache<{ found: Known | null }>();
const byId = shortCache<{ found: Known | null }>();
const installation = shortCache<{ live: boolean }>();

/**
 * The connection for new payments at a bank, or null: the operator's, or in test the simulated bank where it is enabled.
 * Live payments never use a simulated bank.
 */
export async function findProfile(bank: ConnectedBank, environment: Environment): Promise<BankProfile | null> {
  const known = await byBank.find(`${environment} ${bank.id}`, async () => ({
    found: knownFrom(await findEnabledProfile(db(), bank.id, environment)),
  }));
  return known?.found?.profile ?? simulatedFor(bank, environment);
}

/**
 * The connection with which a payment or an account was started, or null when the environment has none of this id.
 * `evenDisabled`: payments that were started must be completed, also over a disabled connection. For a simulated bank pass
 * its `bank` of the catalogue, if there is one.
 */
export async function findProfileById(
  id: string,
  environment: Environment,
  options: { evenDisabled?: boolean; bank?: ConnectedBank | null } = {},
): Promise<BankProfile | null> {
  const known = await byId.find(id, async () => ({ found: knownFrom(await findProfileRow(db(), id)) }));
  const { profile, enabled } = known?.found ?? { profile: null, enabled: false };
  if (profile?.environment === environment) return enabled || options.evenDisabled ? profile : null;
  return simulatedFor(options.bank ?? { slug: id, schemes: [] }, environment);
}

/**
 * Whether payments are live by default: true for good once a live connection was enabled while it had banks. Otherwise
 * disabling it for an hour would turn payments into tests, which shops could take for paid.
 */
export async function hasLiveConnections(): Promise<boolean> {
  return (await installation.find("", async () => ({ live: await liveProfileExists(db()) })))?.live === true;
}

function simulatedFor(bank: Parameters<typeof simulatedProfile>[0], environment: Environment): BankProfile | null {
  return environment === "test" && env().simbankEnabled ? simulatedProfile(bank) : null;
}

function knownFrom(row: ProfileRow | null): Known | null {
  return row && { profile: profileOf(row), enabled: row.enabled };
}

/**
 * A stored profile, or its faults, one sentence each: another version may have stored what this one cannot read. The start
 * requires that every enabled one can be read.
 */
export function readProfile(
  stored: unknown,
): { profile: BankProfile; faults: [] } | { profile: null; faults: string[] } {
  const parsed = bankProfileSchema.safeParse(stored);
  if (parsed.success) return { profile: parsed.data, faults: [] };
  return { profile: null, faults: parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) };
}

function profileOf({ id, profile: stored }: ProfileRow): BankProfile {
  const { profile, faults } = readProfile(stored);
  if (profile) return profile;
  throw new Error(`Connection "${id}" cannot be read: ${faults.join("; ")}`);
}
