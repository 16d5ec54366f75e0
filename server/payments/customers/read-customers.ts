import type { Ctx } from "../../lib/context";
import { dbOf, type MerchantMode } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { readCursor, writeCursor } from "../../lib/keyset";
import { resolveMode } from "../../merchants/resolve-merchant";
import {
  listItem,
  type PaymentListItem,
  type PaymentWithDeliverySummary,
  readPaymentPage,
  withDeliverySummary,
} from "../queries/list-payments";
import { listRememberedAccounts, type RememberedRow } from "../remembered-accounts/remembered-account-store";
import { selectRequestsByIds } from "../requests/store";
import { type CustomerOwner, type CustomerSum, findNewest, findPaymentsOf, findWithKeys, sumPaymentsOf } from "./store";

/** `id:` or `mail:`, and at most 255 characters. */
export const MAX_CUSTOMER_KEY = 260;

const PAGE_SIZE = 25;
/** Payments that a page reads at most: one customer may have made the last thousands. */
const MAX_READ = 2_000;
/** Payments that a search reads. */
const MAX_FOUND = 200;
const MAX_SUMMED = 10_000;
const ID = /^id:/;

type CustomerListItem = {
  key: string;
  name: string | null;
  email: string | null;
  customerId: string | null;
  last: PaymentListItem;
};

/** `key`: as in `CustomerOwner`. */
export type WhichCustomer = MerchantMode & { key: string };

/**
 * Everyone who started a payment, by the last payment. `search`: as in the list of payments, of the newest 200 matches.
 * @throws AppError VALIDATION_ERROR, MERCHANT_NOT_FOUND
 */
export async function listCustomers(
  ctx: Ctx,
  input: MerchantMode & { search?: string | undefined; cursor?: string | undefined },
): Promise<{ items: CustomerListItem[]; older: string | null }> {
  const scope = await resolveMode(ctx, input);
  if (input.search !== undefined) return { items: await foundCustomers(ctx, scope, input.search), older: null };
  const from = input.cursor === undefined ? null : readCursor(input.cursor).from;
  const read = await findNewest(dbOf(ctx), scope, from, MAX_READ);
  const newest = read.filter(({ isNewest }) => isNewest).slice(0, PAGE_SIZE + 1);
  const isMore = newest.length > PAGE_SIZE;
  const shown = newest.slice(0, PAGE_SIZE);
  const end = isMore ? shown.at(-1) : read.length === MAX_READ ? read.at(-1) : undefined;
  return {
    items: await itemsOf(ctx, new Map(shown.map(({ id, key }) => [id, key]))),
    older: end ? writeCursor({ towards: "older", from: { at: end.at, id: end.id } }) : null,
  };
}

async function foundCustomers(ctx: Ctx, scope: MerchantMode, search: string): Promise<CustomerListItem[]> {
  const { rows } = await readPaymentPage(ctx, { ...scope, search, limit: MAX_FOUND });
  const keys = await findWithKeys(
    dbOf(ctx),
    scope,
    rows.map(({ id }) => id),
  );
  const first = new Map<string, string>();
  for (const { id } of rows) {
    const key = keys.get(id);
    if (key !== undefined && ![...first.values()].includes(key)) first.set(id, key);
  }
  return itemsOf(ctx, first);
}

/** `keys`: of the customer of each payment, which is the one that is shown. */
async function itemsOf(ctx: Ctx, keys: ReadonlyMap<string, string>): Promise<CustomerListItem[]> {
  const rows = await selectRequestsByIds(dbOf(ctx), [...keys.keys()]);
  return rows.map((row) => ({
    key: keys.get(row.id) ?? "",
    name: row.customer?.name ?? null,
    email: row.customer?.email ?? null,
    customerId: row.customer?.id ?? null,
    last: listItem(row),
  }));
}

type CustomerDetail = CustomerListItem & {
  phone: string | null;
  country: string | null;
  payments: PaymentWithDeliverySummary[];
  /** By currency, of the newest 10,000 payments. */
  sums: CustomerSum[];
  accounts: RememberedRow[];
};

/** A customer with the newest payments and the remembered accounts. @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function getCustomer(ctx: Ctx, input: WhichCustomer): Promise<CustomerDetail> {
  const owner = await customerOwner(ctx, input);
  const rows = await findPaymentsOf(dbOf(ctx), owner, PAGE_SIZE);
  const [last] = rows;
  if (!last) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const named = rows.find(({ customer }) => customer?.name)?.customer ?? last.customer;
  const account = accountOwner(owner);
  return {
    key: owner.key,
    name: named?.name ?? null,
    email: named?.email ?? null,
    customerId: last.customer?.id ?? null,
    phone: named?.phone ?? null,
    country: named?.country ?? null,
    last: listItem(last),
    payments: await withDeliverySummary(ctx, owner.merchantId, rows.map(listItem)),
    sums: await sumPaymentsOf(dbOf(ctx), owner, MAX_SUMMED),
    accounts: account ? await listRememberedAccounts(dbOf(ctx), account) : [],
  };
}

/** A customer of a merchant that the caller may act for. @throws AppError MERCHANT_NOT_FOUND */
export async function customerOwner(ctx: Ctx, input: WhichCustomer): Promise<CustomerOwner> {
  return { ...(await resolveMode(ctx, input)), key: input.key };
}

/** The owner of the customer's remembered accounts; null without an id of the merchant's own. */
export const accountOwner = ({ key, merchantId, test }: CustomerOwner) =>
  ID.test(key) ? { merchantId, test, customerId: key.replace(ID, "") } : null;
