import { berlinGroup } from "./berlin-group/connector";
import type { BankConnector } from "./port";
import type { BankProfile } from "./profiles";

const CONNECTORS: Record<BankProfile["connector"], BankConnector> = { "berlin-group": berlinGroup };

/** The connector that speaks the standard of the bank's profile. */
export function connectorFor(profile: BankProfile): BankConnector {
  return CONNECTORS[profile.connector];
}
