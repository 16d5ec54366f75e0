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
import {
  type CustomerOwner,
  type CustomerSum,
  findErasureWaits,
  findFields,
  findKeys,
  findNewest,
  findPaymentsOf,
  sumPaymentsOf,
} from "./store";

/** `id:` or `mail:`, and at most 255 characters. */
export const MAX_CUSTOMER_KEY = 260;

const PAGE_SIZE = 25;
/** Payments that a page reads at most: one customer may have made the last thousands. */
const MAX_READ = 2_000;
/** Payments that a search reads at a time. */
const FOUND_AT_ONCE = 200;
/** Payments of a customer that its name and address are read from. */
const MAX_FIELDS_READ = 100;
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

/** `hasMoreMatches`: of a search; more customers may match than those that it read. */
type CustomersPage = { items: CustomerListItem[]; older: string | null; hasMoreMatches: boolean };

/**
 * Everyone who started a payment, by the last payment. `search`: as in the list of payments; of its matches no more are
 * read than a page of customers needs, and 2,000 at most.
 * @throws AppError VALIDATION_ERROR, MERCHANT_NOT_FOUND
 */
export async function listCustomers(
  ctx: Ctx,
  input: MerchantMode & { search?: string | undefined; cursor?: string | undefined },
): Promise<CustomersPage> {
  const scope = await resolveMode(ctx, input);
  if (input.search !== undefined) return foundCustomers(ctx, scope, input.search);
  const from = input.cursor === undefined ? null : readCursor(input.cursor).from;
  const read = await findNewest(dbOf(ctx), scope, from, MAX_READ);
  const newest = read.filter(({ isNewest }) => isNewest).slice(0, PAGE_SIZE + 1);
  const isMore = newest.length > PAGE_SIZE;
  const shown = newest.slice(0, PAGE_SIZE);
  const end = isMore ? shown.at(-1) : read.length === MAX_READ ? read.at(-1) : undefined;
  return {
    items: await itemsOf(
      ctx,
      scope,
      shown.map(({ key }) => key),
    ),
    older: end ? writeCursor({ towards: "older", from: { at: end.at, id: end.id } }) : null,
    hasMoreMatches: false,
  };
}

async function foundCustomers(ctx: Ctx, scope: MerchantMode, search: string): Promise<CustomersPage> {
  const found = new Set<string>();
  let older: string | null = null;
  let read = 0;
  do {
    const page = { cursor: older ?? undefined, limit: FOUND_AT_ONCE };
    const payments = await readPaymentPage(ctx, { ...scope, search, ...page });
    const ids = payments.rows.map(({ id }) => id);
    for (const key of await findKeys(dbOf(ctx), scope, ids)) found.add(key);
    older = payments.older;
    read += ids.length;
  } while (older !== null && found.size < PAGE_SIZE && read < MAX_READ);
  return { items: await itemsOf(ctx, scope, [...found]), older: null, hasMoreMatches: older !== null };
}

/** Customers by their keys, the one with the newest payment first. */
async function itemsOf(ctx: Ctx, scope: MerchantMode, keys: readonly string[]): Promise<CustomerListItem[]> {
  const customers = await findFields(dbOf(ctx), scope, keys, MAX_FIELDS_READ);
  const ofPayment = new Map(customers.map((customer) => [customer.lastId, customer]));
  const rows = await selectRequestsByIds(dbOf(ctx), [...ofPayment.keys()]);
  return rows.flatMap((row) => {
    const customer = ofPayment.get(row.id);
    if (!customer) return [];
    const { key, name, email } = customer;
    return [{ key, name, email, customerId: row.customer?.id ?? null, last: listItem(row) }];
  });
}

type CustomerDetail = CustomerListItem & {
  phone: string | null;
  country: string | null;
  payments: PaymentWithDeliverySummary[];
  /** By currency, of the newest 10,000 payments. */
  sums: CustomerSum[];
  accounts: RememberedRow[];
  /** Whether the customer was erased, and is still named by payments that have not ended. */
  erasureWaits: boolean;
};

/** A customer with the newest payments and the remembered accounts. @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function getCustomer(ctx: Ctx, input: WhichCustomer): Promise<CustomerDetail> {
  const owner = await customerOwner(ctx, input);
  const rows = await findPaymentsOf(dbOf(ctx), owner, PAGE_SIZE);
  const [last] = rows;
  const [fields] = await findFields(dbOf(ctx), owner, [owner.key], MAX_FIELDS_READ);
  if (!last || !fields) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const account = accountOwner(owner);
  return {
    key: owner.key,
    name: fields.name,
    email: fields.email,
    customerId: last.customer?.id ?? null,
    phone: fields.phone,
    country: fields.country,
    last: listItem(last),
    payments: await withDeliverySummary(ctx, owner.merchantId, rows.map(listItem)),
    sums: await sumPaymentsOf(dbOf(ctx), owner, MAX_SUMMED),
    accounts: account ? await listRememberedAccounts(dbOf(ctx), account) : [],
    erasureWaits: await findErasureWaits(dbOf(ctx), owner),
  };
}

/** A customer of a merchant that the caller may act for. @throws AppError MERCHANT_NOT_FOUND */
export async function customerOwner(ctx: Ctx, input: WhichCustomer): Promise<CustomerOwner> {
  return { ...(await resolveMode(ctx, input)), key: input.key };
}

/** The owner of the customer's remembered accounts; null without an id of the merchant's own. */
export const accountOwner = ({ key, merchantId, test }: CustomerOwner) =>
  ID.test(key) ? { merchantId, test, customerId: key.replace(ID, "") } : null;
