import { findBankByName } from "../banks/find-bank";
import { connectorFor } from "../connectors/connector-for";
import type { BankConnector } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { findProfileById } from "../connectors/profiles";
import { isFailingAccount } from "../connectors/simulated-profile";
import type { Ctx } from "../lib/context";
import type { AccountRow } from "./store";

export type AccountConnection = { profile: BankProfile; connector: BankConnector };

/**
 * The connection of an account's bank; null where it is not connected. A simulated account uses a test connection, a real
 * account a live connection. `evenDisabled`: for work that must still be completed.
 */
export async function connectionOf(
  account: Pick<AccountRow, "merchantId" | "connectionId" | "iban" | "currency" | "simulated">,
  options: { evenDisabled?: boolean } = {},
): Promise<AccountConnection | null> {
  const { merchantId, connectionId, currency, simulated } = account;
  // The standard of a simulated bank depends on the catalogue bank that it simulates.
  const bank = simulated ? await findBankByName(connectionId, currency) : null;
  const profile = await findProfileById(connectionId, simulated ? "test" : "live", { ...options, bank });
  const isScenario = simulated && isFailingAccount(account);
  return profile && { profile, connector: connectorFor(profile, { merchantId, isScenario }) };
}

/** The user's address, for attended calls only. A call of the API is unattended, also with a user's token. */
export function attendingPsu({ caller, ip }: Ctx): { psuIp?: string } {
  return caller.actor.attended && ip !== null ? { psuIp: ip } : {};
}
