import { db } from "../lib/db";
import { env } from "../lib/env";
import { shortCache } from "../lib/short-cache";
import { listDownBanks } from "./list-down-banks";
import type { Environment } from "./profile-schema";
import { findEnabledBankIds } from "./profile-store";

/**
 * Whether something new can be started at a bank:
 * - connected: it can
 * - silent: the bank does not answer calls, and is left alone for a while
 * - closed: it does not accept us, or our certificate for it cannot be used
 * - unconnected: there is none
 */
export type Reach = "connected" | "silent" | "closed" | "unconnected";

type Known = { own: ReadonlySet<string>; down: ReadonlyMap<string, "silent" | "closed"> };

const known = shortCache<Known>();

/** Whether it is for the bank to answer again, or for the operator to be let in: what a bank's last call came to says. */
function whyDown(reason: string): "silent" | "closed" {
  return reason === "certificate" || reason === "auth" ? "closed" : "silent";
}

/** How each bank of the catalogue is reached in an environment, by `findProfile`'s rule. For lists of banks. */
export async function reachOfBanks(environment: Environment): Promise<(bankId: string) => Reach> {
  const found = await known.find(environment, async () => {
    const [own, down] = await Promise.all([findEnabledBankIds(db(), environment), listDownBanks(environment)]);
    const reasons = down.flatMap(({ bankIds, reason }) => bankIds.map((id) => [id, whyDown(reason)] as const));
    return { own: new Set(own), down: new Map(reasons) };
  });
  const simulated = environment === "test" && env().simbankEnabled;
  return (bankId) => {
    if (!simulated && !found?.own.has(bankId)) return "unconnected";
    return found?.down.get(bankId) ?? "connected";
  };
}
