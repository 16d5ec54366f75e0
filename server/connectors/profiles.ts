import { env } from "../lib/env";
import type { BankProfile, Environment } from "./profile-schema";
import { simulatedProfile } from "./simulated-profile";

/** Where the simulated accounts of merchants are held: a bank of the simulation only, in no catalogue. */
export const SIMULATED_ACCOUNT_BANK = "riverbank";

/**
 * The connection to a bank, or null when there is none. In test every bank of the catalogue is connected to the
 * simulated one, where that is served. No live connection can be configured yet.
 */
export async function findProfile(
  bank: { slug: string; schemes: readonly string[] },
  environment: Environment,
): Promise<BankProfile | null> {
  if (environment === "live" || !env().simbankEnabled) return null;
  return simulatedProfile(bank);
}

/** Whether any bank can move real money: without one every creation is a test. */
export async function hasLiveConnections(): Promise<boolean> {
  return false;
}
