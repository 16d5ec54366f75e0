import { env } from "../../lib/config/env";
import { db } from "../../lib/db";
import { shortCache } from "../../lib/short-cache";
import type { Environment } from "../profile-schema";
import { findEnabledBankIds } from "../profile-store";
import { listUnavailableBanks } from "./list-unavailable-banks";

/**
 * Whether a payment can be started at a bank:
 * - connected: yes
 * - silent: no, the bank does not respond and its circuit is open
 * - closed: no, the bank refuses us, or our certificate cannot be used
 * - unconnected: no, it has no connection
 */
export type Reach = "connected" | "silent" | "closed" | "unconnected";

type Known = { own: ReadonlySet<string>; down: ReadonlyMap<string, "silent" | "closed"> };

const known = shortCache<Known>();

/** Whether the bank fails (`silent`) or the operator has to act (`closed`), by the reason of an unavailable bank. */
function whyDown(reason: string): "silent" | "closed" {
  return ["certificate", "profile", "auth"].includes(reason) ? "closed" : "silent";
}

/** The reach of each bank of the catalogue in an environment, by the rule of `findProfile`. For lists of banks. */
export async function bankReachability(environment: Environment): Promise<(bankId: string) => Reach> {
  const found = await known.find(environment, async () => {
    const [own, down] = await Promise.all([findEnabledBankIds(db(), environment), listUnavailableBanks(environment)]);
    const reasons = down.flatMap(({ bankIds, reason }) => bankIds.map((id) => [id, whyDown(reason)] as const));
    return { own: new Set(own), down: new Map(reasons) };
  });
  const simulated = environment === "test" && env().simbankEnabled;
  return (bankId) => {
    if (!simulated && !found?.own.has(bankId)) return "unconnected";
    return found?.down.get(bankId) ?? "connected";
  };
}
