import { berlinGroup } from "./berlin-group/connector";
import { type BankCaller, guarded } from "./guard";
import { obUk } from "./ob-uk/connector";
import type { BankConnector } from "./port";
import type { BankProfile } from "./profile-schema";

type Spoken = { versions: readonly BankProfile["version"][]; connector: BankConnector };

/** The standards that are spoken, and in which versions. */
const CONNECTORS: Record<BankProfile["connector"], Spoken> = {
  "berlin-group": { versions: ["1.3"], connector: berlinGroup },
  "ob-uk": { versions: ["3.1"], connector: obUk },
};

/** The connector that speaks the standard of the bank's profile, behind the guard of its bank. `caller`: for whom. */
export function connectorFor(profile: BankProfile, caller: BankCaller): BankConnector {
  return guarded(CONNECTORS[profile.connector].connector, caller);
}

/** Whether there is a connector for the profile's standard in the profile's version. */
export function isSpoken({ connector, version }: Pick<BankProfile, "connector" | "version">): boolean {
  return CONNECTORS[connector].versions.includes(version);
}
