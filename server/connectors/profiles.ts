import { db } from "../lib/db";
import { env } from "../lib/env";
import { shortCache } from "../lib/short-cache";
import { type BankProfile, bankProfileSchema, type Environment } from "./profile-schema";
import { findEnabledProfile, findProfileRow, liveProfileExists, type ProfileRow } from "./profile-store";
import { simulatedProfile } from "./simulated-profile";

/** Where the simulated accounts of merchants are held: a bank of the simulation only, in no catalogue. */
export const SIMULATED_ACCOUNT_BANK = "riverbank";

/** A bank of the catalogue, as far as its connection depends on it. */
export type ConnectedBank = { id: string } & Parameters<typeof simulatedProfile>[0];

type Known = { profile: BankProfile; enabled: boolean };

// "There is none" is the usual answer, and worth remembering as well: hence the object around it.
const byBank = shortCache<{ found: Known | null }>();
const byId = shortCache<{ found: Known | null }>();
const installation = shortCache<{ live: boolean }>();

/**
 * The connection over which something new is started at a bank, or null when there is none in that environment: the
 * operator's, or in test the simulated bank, where that is served. A simulated bank never stands in for a live one.
 */
export async function findProfile(bank: ConnectedBank, environment: Environment): Promise<BankProfile | null> {
  const known = await byBank.find(`${environment} ${bank.id}`, async () => ({
    found: knownFrom(await findEnabledProfile(db(), bank.id, environment)),
  }));
  return known?.found?.profile ?? simulatedFor(bank, environment);
}

/**
 * The connection by which something is known that was started over it (a payment, an account), or null when that
 * environment has none of this id. `evenDisabled`: what was started has to be followed to its end, also where nothing
 * new may be. For a simulated bank give `bank`, where there is one in the catalogue.
 */
export async function findProfileById(
  id: string,
  environment: Environment,
  options: { evenDisabled?: boolean; bank?: ConnectedBank } = {},
): Promise<BankProfile | null> {
  const known = await byId.find(id, async () => ({ found: knownFrom(await findProfileRow(db(), id)) }));
  const { profile, enabled } = known?.found ?? { profile: null, enabled: false };
  if (profile?.environment === environment) return enabled || options.evenDisabled ? profile : null;
  return simulatedFor(options.bank ?? { slug: id, schemes: [] }, environment);
}

/**
 * Whether payments are real unless they say otherwise: once a live connection has been enabled, for good. A connection
 * that is disabled for an hour must not turn its merchants' payments into tests, which shops would take for paid.
 */
export async function hasLiveConnections(): Promise<boolean> {
  return (await installation.find("", async () => ({ live: await liveProfileExists(db()) })))?.live === true;
}

function simulatedFor(bank: Parameters<typeof simulatedProfile>[0], environment: Environment): BankProfile | null {
  return environment === "test" && env().simbankEnabled ? simulatedProfile(bank) : null;
}

function knownFrom(row: ProfileRow | null): Known | null {
  return row && { profile: profileFrom(row), enabled: row.enabled };
}

/** The profile of a row. Throws for one that this version cannot read: the start is refused over it. */
export function profileFrom({ id, profile }: Pick<ProfileRow, "id" | "profile">): BankProfile {
  const parsed = bankProfileSchema.safeParse(profile);
  if (parsed.success) return parsed.data;
  throw new Error(`Connection "${id}" cannot be read: ${parsed.error.issues[0]?.path.join(".") ?? ""}`);
}
