import { catalogueBanks } from "../banks/catalogue";
import { db } from "../lib/db";
import { listPausing } from "./health-store";
import { whyUnusable } from "./key-material";
import type { Environment } from "./profile-schema";
import { listProfileRows } from "./profile-store";
import { profileFrom } from "./profiles";

/** `reason`: what the bank's last call came to (a `FailureKind`), or `certificate`: ours cannot be used. */
export type DownBank = {
  profileId: string;
  environment: Environment;
  /** Those of the catalogue that cannot be reached over it. */
  bankIds: string[];
  reason: string;
  /** Null where nobody knows since when. */
  since: Date | null;
};

/**
 * The connections over which nothing can be started right now: their bank is left alone after calls that it did not
 * answer, or our certificate for it cannot be used. For the checkout, which need not offer what would fail.
 */
export async function listDownBanks(environment: Environment): Promise<DownBank[]> {
  const [pausing, rows] = await Promise.all([listPausing(db()), listProfileRows(db())]);
  const own = rows.filter((row) => row.environment === environment && row.enabled);
  const unusable = own
    .filter((row) => whyUnusable(profileFrom(row)) !== null)
    .map(({ id, bankIds }): DownBank => {
      return { profileId: id, environment, bankIds, reason: "certificate", since: null };
    });
  const paused = pausing
    .filter((one) => one.environment === environment && !unusable.some(({ profileId }) => profileId === one.profileId))
    .map(({ profileId, since, lastKind }): DownBank => {
      const served = own.flatMap(({ bankIds }) => bankIds);
      const bankIds =
        own.find(({ id }) => id === profileId)?.bankIds ??
        simulatedBankIds(profileId, environment).filter((id) => !served.includes(id));
      return { profileId, environment, bankIds, reason: lastKind ?? "unknown", since };
    });
  return [...unusable, ...paused];
}

/** A simulated bank serves every bank of its name, in whichever markets, unless a connection does. */
function simulatedBankIds(slug: string, environment: Environment): string[] {
  if (environment === "live") return [];
  return catalogueBanks()
    .filter((bank) => bank.slug === slug)
    .map(({ id }) => id);
}
