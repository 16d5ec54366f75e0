import { berlinGroup } from "./berlin-group/connector";
import { type BankCaller, guarded } from "./guard/guard";
import { obUk } from "./ob-uk/connector";
import type { BankConnector } from "./port";
import type { BankProfile } from "./profile-schema";

type Standard = { versions: readonly BankProfile["version"][]; connector: BankConnector };

/** The supported standards and versions. */
const CONNECTORS: Record<BankProfile["connector"], Standard> = {
  "berlin-group": { versions: ["1.3"], connector: berlinGroup },
  "ob-uk": { versions: ["3.1"], connector: obUk },
};

/** The connector for a profile's standard, behind the bank's guard. `caller`: for whom the bank is called. */
export function connectorFor(profile: BankProfile, caller: BankCaller): BankConnector {
  return guarded(CONNECTORS[profile.connector].connector, caller);
}

/** Whether the profile's standard is supported in its version. */
export function isSupported({ connector, version }: Pick<BankProfile, "connector" | "version">): boolean {
  return CONNECTORS[connector].versions.includes(version);
}
