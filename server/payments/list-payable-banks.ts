import type { Bank } from "../banks/find-bank";
import { listBanks } from "../banks/list-banks";
import { reachOfBanks } from "../connectors/reach-of-banks";
import type { Ctx } from "../lib/context";

/** `down`: it is connected, and why nothing can be started there right now; null where it can. */
export type PayableBank = Bank & { down: "silent" | "closed" | null };

/** The banks at which a payment can be started, in curated order, and among them those that do not answer right now. */
export async function listPayableBanks(
  ctx: Pick<Ctx, "tx">,
  { currency, test }: { currency: string; test: boolean },
): Promise<PayableBank[]> {
  const [banks, reachOf] = await Promise.all([listBanks(ctx, { currency }), reachOfBanks(test ? "test" : "live")]);
  return banks.flatMap((bank) => {
    const reach = reachOf(bank.id);
    return reach === "unconnected" ? [] : [{ ...bank, down: reach === "connected" ? null : reach }];
  });
}
