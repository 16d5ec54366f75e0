import { newEntry, taken } from "../statements";
import type { Plans } from "./plans";
import type { ConsoleShop } from "./world";

type MovementPath = Extract<keyof Plans, "movements.match" | "movements.dismiss">;

/** A movement without a payment on an account of the shop: each call decides about one of its own. */
async function newMovement({ accountId }: ConsoleShop, turn: number): Promise<{ id: string; reason: string }> {
  const { id } = await taken(newEntry(accountId, { remittance: `Nobody's ${turn}` }));
  return { id, reason: "The payer called" };
}

export const MOVEMENT_PLANS: Pick<Plans, MovementPath> = {
  "movements.match": {
    at: "platform",
    input: async (shop, turn) => ({ ...(await newMovement(shop, turn)), payment: shop.paymentId }),
    // The payment was never begun at a bank: it does not fit.
    also: ["VALIDATION_ERROR"],
  },
  "movements.dismiss": { at: "platform", input: newMovement },
};
