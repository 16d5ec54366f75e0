import { berlinGroup } from "./berlin-group/connector";
import type { BankConnector } from "./port";
import type { BankProfile } from "./profile-schema";

const CONNECTORS: Partial<Record<BankProfile["connector"], BankConnector>> = { "berlin-group": berlinGroup };

/** The connector that speaks the standard of the bank's profile. */
export function connectorFor(profile: BankProfile): BankConnector {
  const connector = CONNECTORS[profile.connector];
  if (!connector) throw new Error(`No connector speaks ${profile.connector}.`);
  return connector;
}
