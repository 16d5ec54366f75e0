import { receivingAccountFor } from "../accounts/receiving-account";
import type { Bank } from "../banks/find-bank";
import type { PsuContext } from "../connectors/port";
import type { Ctx } from "../lib/context";
import { newSecret, seal, sha256 } from "../lib/crypto";
import { db, isUniqueViolation } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { isIban } from "../lib/iban";
import { newId } from "../lib/ids";
import { readMerchant } from "../merchants/read-merchant";
import { insertAttempt } from "./attempt-store";
import type { Connection } from "./connection";
import { connectionTo } from "./connection";
import { RECOVERY_AFTER_S } from "./rules";
import { lockRequest, type RequestRow, setLiveAttempt } from "./store";

export type Choice = {
  bank: Bank;
  /** Null: the first that the bank offers. */
  scheme: string | null;
  debtorIban?: string | undefined;
  /** The shopper's browser, as far as it is known here; the language is the request's where none is named. */
  psu: Omit<PsuContext, "locale"> & { locale?: string };
  /** The amount that the shopper saw, in minor units; absent over REST. */
  seenAmount?: number | undefined;
};

/** `taken`: somebody else's attempt, or an end, came first. `amount_changed`: the shopper saw another amount. */
export type Begun = { kind: "begun"; attemptId: string } | { kind: "taken" } | { kind: "amount_changed" };

/**
 * Commits an attempt before its bank is called: with our own reference, the key and the exact bytes, so that whatever
 * happens next can be found again and settled by asking.
 * @throws AppError MISSING_CONVERTED_AMOUNT, VALIDATION_ERROR on bankId, paymentScheme, debtorIban or currency
 */
export async function beginAttempt(ctx: Ctx, request: RequestRow, choice: Choice): Promise<Begun> {
  const connection = checkedConnection(request, choice);
  const scheme = choice.scheme ?? Object.keys(connection.profile.products)[0];
  if (!scheme || !(scheme in connection.profile.products))
    throw invalidField("paymentScheme", "is not offered by this bank for this currency");
  if (choice.debtorIban !== undefined && !isIban(choice.debtorIban)) throw invalidField("debtorIban", "is no IBAN");
  const account = await receivingAccountFor(ctx, {
    merchantId: request.merchantId,
    currency: request.currency,
    test: request.test,
  });
  if (!account) throw invalidField("currency", "no account receives this currency");
  const merchant = await readMerchant(ctx, request.merchantId);
  const attemptId = newId();
  const endToEndId = endToEndIdOf(attemptId);
  const prepared = connection.connector.prepareInitiation(connection.profile, {
    endToEndId,
    money: { amountMinor: request.amount, currency: request.currency },
    creditor: { name: merchant.brandName, iban: account.iban },
    scheme,
    remittance: request.paymentReference,
    ...(choice.debtorIban === undefined ? {} : { debtorIban: choice.debtorIban }),
  });
  const state = newSecret("");
  const attempt = {
    id: attemptId,
    paymentRequestId: request.id,
    bankId: choice.bank.id,
    scheme,
    endToEndId,
    idempotencyKey: newId(),
    requestBody: prepared.body,
    redirectStateHash: sha256(state),
    redirectState: seal(state, attemptId),
    psuContext: { ...choice.psu, locale: choice.psu.locale ?? request.locale },
    dueInS: RECOVERY_AFTER_S,
  };
  try {
    return await db().$transaction(async (tx): Promise<Begun> => {
      const now = await lockRequest(tx, request.id);
      if (now.status !== "pending" || now.liveAttemptId) return { kind: "taken" };
      if (choice.seenAmount !== undefined && BigInt(choice.seenAmount) !== now.amount)
        return { kind: "amount_changed" };
      // The bytes were written for the amount that was read before the lock.
      if (now.amount !== request.amount) return { kind: "amount_changed" };
      await insertAttempt(tx, attempt);
      await setLiveAttempt(tx, request.id, {
        id: attemptId,
        bankId: choice.bank.id,
        bankName: choice.bank.displayName,
      });
      return { kind: "begun", attemptId };
    });
  } catch (error) {
    // Another request of the same link took the one place that a link has.
    if (isUniqueViolation(error)) return { kind: "taken" };
    throw error;
  }
}

function checkedConnection(request: RequestRow, { bank }: Choice): Connection {
  if (bank.currency !== request.currency) {
    const metadata = { payment_currency: request.currency, bank_currency: bank.currency };
    throw new AppError("MISSING_CONVERTED_AMOUNT", { metadata });
  }
  const connection = connectionTo(bank, request.test);
  if (!connection) throw invalidField("bankId", "is not connected for this payment");
  return connection;
}

/** Our reference at the bank: the attempt's id in base 32 (≤ 31 characters, so that it fits SEPA and Faster Payments). */
function endToEndIdOf(attemptId: string): string {
  return `BKS${BigInt(`0x${attemptId.replaceAll("-", "")}`)
    .toString(32)
    .toUpperCase()
    .padStart(26, "0")}`;
}
