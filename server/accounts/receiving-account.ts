import { SIMULATED_ACCOUNT_BANK } from "../connectors/profiles";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { fictitiousIban } from "../lib/money/iban";
import { readMerchant } from "../merchants/read-merchant";
import { findReceiving, insertAccount } from "./store";

type AccountCtx = Pick<Ctx, "tx">;

export type ReceivingAccount = { id: string; iban: string; holderName: string };

/**
 * The account that receives a payment; null when the merchant has none in that currency. Test payments use a simulated
 * account, which is created when first needed; live payments use a real one.
 */
export async function receivingAccountFor(
  ctx: AccountCtx,
  { merchantId, currency, test }: { merchantId: string; currency: string; test: boolean },
): Promise<ReceivingAccount | null> {
  const wanted = { merchantId, currency, simulated: test };
  const found = await findReceiving(dbOf(ctx), wanted);
  if (found || !test) return found;
  await openTestAccount(ctx, merchantId, currency, "receiving");
  return findReceiving(dbOf(ctx), wanted);
}

/** Creates a merchant's simulated account, once. */
export async function openTestAccount(
  ctx: AccountCtx,
  merchantId: string,
  currency: string,
  role: "receiving" | "refund",
): Promise<void> {
  const { brandName } = await readMerchant(ctx, merchantId);
  await insertAccount(dbOf(ctx), {
    merchantId,
    currency,
    roles: [role],
    simulated: true,
    connectionId: SIMULATED_ACCOUNT_BANK,
    bankName: null,
    iban: fictitiousIban(currency, `${merchantId} ${role}`),
    holderName: brandName,
  });
}
