import { openTestAccount } from "../../accounts/receiving-account";

/** Creates a merchant's simulated accounts in these currencies: one receiving and one refund account each. */
export async function ensureTestAccounts(merchantId: string, currencies: readonly string[] = ["EUR"]): Promise<void> {
  for (const currency of currencies) {
    await openTestAccount({}, merchantId, currency, "receiving");
    await openTestAccount({}, merchantId, currency, "refund");
  }
}
