import { catalogueBanks } from "../../banks/catalogue";
import { db } from "../../lib/db";
import { whyUnusable } from "../keys/key-material";
import type { Environment } from "../profile-schema";
import { listProfileRows } from "../profile-store";
import { readProfile } from "../profiles";
import { listOpenCircuits } from "./health-store";

/**
 * `reason`: the `FailureKind` of the bank's last call; or `certificate`, ours cannot be used; or `profile`, which another
 * version stored and this one cannot read.
 */
export type UnavailableBank = {
  profileId: string;
  environment: Environment;
  /** The banks of the catalogue that this connection serves. */
  bankIds: string[];
  reason: string;
  /** Null when unknown. */
  since: Date | null;
};

/** The connections over which no payment can be started now. The checkout marks their banks. */
export async function listUnavailableBanks(environment: Environment): Promise<UnavailableBank[]> {
  const [open, rows] = await Promise.all([listOpenCircuits(db()), listProfileRows(db())]);
  const own = rows.filter((row) => row.environment === environment && row.enabled);
  const unusable = own.flatMap(({ id, bankIds, profile: stored }): UnavailableBank[] => {
    const { profile } = readProfile(stored);
    if (profile && whyUnusable(profile) === null) return [];
    return [{ profileId: id, environment, bankIds, reason: profile ? "certificate" : "profile", since: null }];
  });
  const paused = open
    .filter((one) => one.environment === environment && !unusable.some(({ profileId }) => profileId === one.profileId))
    .map(({ profileId, since, lastKind }): UnavailableBank => {
      const served = own.flatMap(({ bankIds }) => bankIds);
      const bankIds =
        own.find(({ id }) => id === profileId)?.bankIds ??
        simulatedBankIds(profileId, environment).filter((id) => !served.includes(id));
      return { profileId, environment, bankIds, reason: lastKind ?? "unknown", since };
    });
  return [...unusable, ...paused];
}

/** The banks of a simulated bank's slug in all markets, without those that a connection serves. */
function simulatedBankIds(slug: string, environment: Environment): string[] {
  if (environment === "live") return [];
  return catalogueBanks()
    .filter((bank) => bank.slug === slug)
    .map(({ id }) => id);
}
