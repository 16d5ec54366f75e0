import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { db, dbOf, inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import type { TimeKey } from "../../lib/keyset";
import { eraseMails } from "../../mail/send-mail";
import { eraseLinkRecipients } from "../links/mails/send-link";
import { deleteNotesOf, deleteNotesOfPayments } from "../notes/store";
import { findReceiptMails } from "../receipts/receipt-store";
import { forgetAllAccounts } from "../remembered-accounts/remembered-account-store";
import { readOwnRequest } from "../requests/read-own-request";
import { deleteViewsNaming } from "../saved-views/store";
import { accountOwner, customerOwner, type WhichCustomer } from "./read-customers";
import {
  type CustomerOwner,
  type ErasedPayment,
  eraseAtEnd,
  erasePaymentData,
  findKeysOf,
  findPersonalData,
  lockPaymentsOf,
  lockPaymentsToErase,
  lockPaymentToErase,
} from "./store";

export { eraseAtEnd };

const BATCH = 100;
/** A second of work: for so long the customer's payments are locked. */
const AT_ONCE = 500;
const HAS_PAGE =
  "This payment’s customer has an ID or an e-mail address. Erase the customer on the customer’s page, from all payments.";

/**
 * Erases a customer: remembered accounts, consents to remember one and notes on the customer at once; name, addresses and
 * account from all ended payments, with their notes, the mails of their receipts and links, and the saved views named after
 * the customer; and from each other payment when it has ended. The payments themselves stay, as the books need them.
 * `erased` counts those that have ended, `later` the others.
 *
 * Of more than AT_ONCE payments the older ones are only marked, in a transaction for each AT_ONCE: `eraseEndedPayments`
 * erases them within minutes. A call that is lost in between is repeated.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND for an unknown customer, MERCHANT_NOT_FOUND
 */
export async function eraseCustomer(ctx: Ctx, input: WhichCustomer): Promise<{ erased: number; later: number }> {
  const owner = await customerOwner(ctx, input);
  let [erased, later] = [0, 0];
  let last: TimeKey | null = null;
  for (;;) {
    const keys: TimeKey[] = await findKeysOf(dbOf(ctx), owner, last, AT_ONCE);
    const isFirst = last === null;
    const some = await inTransaction(ctx, (tx) =>
      eraseSome(tx, ctx, owner, { ids: keys.map(({ id }) => id), isFirst }),
    );
    erased += some.ended;
    later += some.open;
    last = keys.at(-1) ?? null;
    if (keys.length < AT_ONCE) return { erased, later };
  }
}

type Some = { ids: readonly string[]; isFirst: boolean };

/** Erases or marks these payments. Returns how many have ended, and how many have not. */
async function eraseSome(tx: Tx, ctx: Ctx, owner: CustomerOwner, { ids, isFirst }: Some) {
  const payments = await lockPaymentsOf(tx, owner, ids);
  // Unknown, or erased by a call that this one waited for.
  if (isFirst && payments.length === 0) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const ended = payments.filter(({ isEnded }) => isEnded);
  if (isFirst) await erasePayments(tx, ended);
  const others = isFirst ? payments.filter(({ isEnded }) => !isEnded) : payments;
  await eraseAtEnd(
    tx,
    others.map(({ id }) => id),
  );
  // Both again with each of the older ones. Until all are marked, the customer can get another note; until its consent is
  // withdrawn, a payment that completes remembers its account.
  await deleteNotesOf(tx, { ...owner, subject: owner.key });
  const account = accountOwner(owner);
  if (account) await forgetAllAccounts(tx, account);
  // Without the name: the audit log is kept for years.
  if (isFirst) await recordAudit(tx, ctx, { action: "customer.erased", merchantId: owner.merchantId, subjectId: null });
  return { ended: ended.length, open: payments.length - ended.length };
}

/**
 * Erases the customer of one payment without an ID or an e-mail address, who has no page: at once if the payment has
 * ended, else when it has. A repeated call changes nothing.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND; VALIDATION_ERROR for a customer with a page
 */
export async function eraseCustomerOfPayment(ctx: Ctx, input: { merchantId: string; id: string }): Promise<void> {
  const { id, merchantId } = await readOwnRequest(ctx, input);
  await inTransaction(ctx, async (tx) => {
    const payment = await lockPaymentToErase(tx, id);
    const { hasKey, hasData } = await findPersonalData(tx, id);
    if (hasKey) throw new AppError("VALIDATION_ERROR", { message: HAS_PAGE });
    if (!hasData) return;
    await (payment.isEnded ? erasePayments(tx, [payment]) : eraseAtEnd(tx, [id]));
    await recordAudit(tx, ctx, { action: "customer.erased", merchantId, subjectId: id });
  });
}

/** Erases customers from payments that have ended since, or were only marked. */
export async function eraseEndedPayments(): Promise<void> {
  while ((await db().$transaction(eraseBatch)) === BATCH);
}

async function eraseBatch(tx: Tx): Promise<number> {
  const payments = await lockPaymentsToErase(tx, BATCH);
  await erasePayments(tx, payments);
  return payments.length;
}

async function erasePayments(tx: Tx, payments: readonly ErasedPayment[]): Promise<void> {
  const ids = payments.map(({ id }) => id);
  await deleteViewsNaming(tx, ids);
  await deleteNotesOfPayments(tx, ids);
  await erasePaymentData(tx, ids);
  await eraseMails(tx, [...(await findReceiptMails(tx, ids)), ...(await eraseLinkRecipients(tx, payments))]);
}
