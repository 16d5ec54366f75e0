import { keyedHashes, seal } from "../../lib/crypto";
import type { Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { isIban, maskIban, normaliseIban } from "../../lib/money/iban";
import type { RequestRow } from "../requests/store";
import { takeRememberConsent } from "./payer-store";
import { type AccountOwner, upsertRememberedAccount } from "./remembered-account-store";
import { accountOwnerOf } from "./remembered-accounts";

const HASH_PURPOSE = "remembered-account";

/**
 * Remembers the account of a completed payment, if the customer agreed when the payment was started. `debtorIban` is the
 * bank's, stored in the same transaction. Once per attempt; without consent nothing is stored.
 */
export async function rememberAccount(
  tx: Tx,
  request: Pick<RequestRow, "merchantId" | "customer" | "test">,
  attempt: { id: string; bankId: string },
  debtorIban: string,
): Promise<void> {
  const owner = accountOwnerOf(request);
  if (!owner || !isIban(debtorIban)) return;
  const consentedAt = await takeRememberConsent(tx, attempt.id);
  if (!consentedAt) return;
  const iban = normaliseIban(debtorIban);
  const id = newId();
  await upsertRememberedAccount(tx, {
    ...owner,
    id,
    bankId: attempt.bankId,
    ibanSealed: seal(iban, id),
    ibanHashes: ibanHashesOf(owner, iban),
    accountMasked: maskIban(iban),
    consentedAt,
  });
}

/** The hashes by which an account of this owner is found, under each key of ENCRYPTION_KEY, the current one first. */
export function ibanHashesOf({ merchantId, test, customerId }: AccountOwner, iban: string) {
  return keyedHashes(JSON.stringify([merchantId, test, customerId, iban]), HASH_PURPOSE);
}
