import { db } from "../lib/db";
import { env } from "../lib/env";
import { shortCache } from "../lib/short-cache";
import { listDownBanks } from "./list-down-banks";
import type { Environment } from "./profile-schema";
import { findEnabledBankIds } from "./profile-store";

/**
 * Whether something new can be started at a bank:
 * - connected: it can
 * - down: there is a connection, over which nothing is started right now
 * - unconnected: there is none
 */
export type Reach = "connected" | "down" | "unconnected";

type Known = { own: ReadonlySet<string>; down: ReadonlySet<string> };

const known = shortCache<Known>();

/** How each bank of the catalogue is reached in an environment, by `findProfile`'s rule. For lists of banks. */
export async function reachOfBanks(environment: Environment): Promise<(bankId: string) => Reach> {
  const found = await known.find(environment, async () => {
    const [own, down] = await Promise.all([findEnabledBankIds(db(), environment), listDownBanks(environment)]);
    return { own: new Set(own), down: new Set(down.flatMap(({ bankIds }) => bankIds)) };
  });
  const simulated = environment === "test" && env().simbankEnabled;
  return (bankId) => {
    if (!simulated && !found?.own.has(bankId)) return "unconnected";
    return found?.down.has(bankId) ? "down" : "connected";
  };
}
