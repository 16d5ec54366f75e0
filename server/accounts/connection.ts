import { findBankByName } from "../banks/find-bank";
import { connectorFor } from "../connectors/connector-for";
import type { BankConnector } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { findProfileById } from "../connectors/profiles";
import { isTroubledAccount } from "../connectors/simulated-profile";
import type { AccountRow } from "./store";

export type AccountConnection = { profile: BankProfile; connector: BankConnector };

/**
 * How the bank of an account is reached; null where it is not connected. A simulated account has a test connection, a
 * real one a live connection, and never the other's. `evenDisabled`: for what has to be brought to its end.
 */
export async function connectionOf(
  account: Pick<AccountRow, "merchantId" | "connectionId" | "iban" | "currency" | "simulated">,
  options: { evenDisabled?: boolean } = {},
): Promise<AccountConnection | null> {
  const { merchantId, connectionId, currency, simulated } = account;
  // Which standard a simulated bank speaks follows from the bank that it stands in for.
  const bank = simulated ? await findBankByName(connectionId, currency) : null;
  const profile = await findProfileById(connectionId, simulated ? "test" : "live", {
    ...options,
    ...(bank ? { bank } : {}),
  });
  return (
    profile && {
      profile,
      connector: connectorFor(profile, { merchantId, isScenario: simulated && isTroubledAccount(account) }),
    }
  );
}
