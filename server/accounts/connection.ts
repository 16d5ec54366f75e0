import { connectorFor } from "../connectors/connector-for";
import type { BankConnector } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { findProfileById } from "../connectors/profiles";

export type AccountConnection = { profile: BankProfile; connector: BankConnector };

/**
 * How the bank of an account is reached; null where it is not connected. A simulated account has a test connection, a
 * real one a live connection, and never the other's. `evenDisabled`: for what has to be brought to its end.
 */
export async function connectionOf(
  account: { connectionId: string; simulated: boolean },
  options: { evenDisabled?: boolean } = {},
): Promise<AccountConnection | null> {
  const profile = await findProfileById(account.connectionId, account.simulated ? "test" : "live", options);
  return profile && { profile, connector: connectorFor(profile) };
}
