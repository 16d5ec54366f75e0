import { catalogueBanks } from "../banks/catalogue";
import { findBankByName } from "../banks/find-bank";
import { listConnections } from "../connectors/connections/list-connections";
import { connectorFor } from "../connectors/connector-for";
import type { BankConnector } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { findProfileById, SIMULATED_ACCOUNT_BANK } from "../connectors/profiles";
import { isFailingAccount } from "../connectors/simulated-profile";
import { env } from "../lib/config/env";
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

/**
 * Why an account cannot be at this connection; null: it can. Reads the stored connections themselves: `connectionOf` sees a
 * change half a second later, and takes every name for a simulated bank.
 */
export async function connectionFault(
  ctx: Pick<Ctx, "tx">,
  { connectionId, simulated }: Pick<AccountRow, "connectionId" | "simulated">,
): Promise<string | null> {
  const stored = (await listConnections(ctx)).find(({ id }) => id === connectionId);
  if (stored?.environment === (simulated ? "test" : "live")) {
    return stored.enabled ? null : `The connection ${connectionId} is disabled: enable it first.`;
  }
  const isBank = connectionId === SIMULATED_ACCOUNT_BANK || catalogueBanks().some(({ slug }) => slug === connectionId);
  if (simulated && isBank && env().simbankEnabled) return null;
  if (stored) return `The connection ${connectionId} is for ${stored.environment} accounts.`;
  return "No connection has this ID.";
}

/** The user's address, for attended calls only. A call of the API is unattended, also with a user's token. */
export function attendingPsu({ caller, ip }: Ctx): { psuIp?: string } {
  return caller.actor.attended && ip !== null ? { psuIp: ip } : {};
}
