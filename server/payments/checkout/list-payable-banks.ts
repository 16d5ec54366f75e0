import type { Bank } from "../../banks/find-bank";
import { listBanks } from "../../banks/list-banks";
import { bankReachability } from "../../connectors/guard/bank-reachability";
import type { Ctx } from "../../lib/context";

/** `down`: why a connected bank cannot start payments right now; null if it can. */
export type PayableBank = Bank & { down: "silent" | "closed" | null };

/** The banks that a payment can be started at, in curated order, those that are down included. */
export async function listPayableBanks(
  ctx: Pick<Ctx, "tx">,
  { currency, test }: { currency: string; test: boolean },
): Promise<PayableBank[]> {
  const [banks, reachOf] = await Promise.all([listBanks(ctx, { currency }), bankReachability(test ? "test" : "live")]);
  return banks.flatMap((bank) => {
    const reach = reachOf(bank.id);
    return reach === "unconnected" ? [] : [{ ...bank, down: reach === "connected" ? null : reach }];
  });
}
