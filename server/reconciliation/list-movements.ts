import type { Ctx } from "../lib/context";
import { type AmountAndTime, currencySpans } from "../lib/currency-spans";
import { dbOf } from "../lib/db";
import { maskIban } from "../lib/iban";
import { type KeysetPage, keysetPage, readCursor, writeCursor } from "../lib/keyset";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { MOVEMENT_KINDS, type MovementKind } from "./movement-kinds";
import {
  countEntries,
  findAccounts,
  findCurrencies,
  type MovementFilter,
  type MovementRow,
  sumUnplacedCredits,
  type UnplacedSum,
  walkEntries,
} from "./movement-store";

/** Beyond it nobody needs to know how many: a count costs what it counts. */
const MAX_COUNTED = 10_000;

/** A booked movement of one of the merchant's accounts. Amount in minor units; `number` is masked. */
export type Movement = Omit<MovementRow, "iban"> & { number: string };

/** `number` is masked. */
export type MovementChoices = {
  accounts: Array<{ id: string; bankName: string; number: string }>;
  currencies: string[];
};

/** `orMore`: there are more than were counted. */
export type Counted = { count: number; orMore: boolean };

export type MovementList = Omit<KeysetPage<Movement>, "rows"> & {
  items: Movement[];
  /** Of all that the filter without its kind lets through. */
  counts: Record<MovementKind, Counted>;
};

/** Of the accounts that payments are paid to: of the simulated ones, or of the real ones; absent: of both. */
type WantedAccounts = { merchantId?: string; test?: boolean };

/** What a list is narrowed to: an account, a kind, amounts, times of booking. */
type WantedMovements = WantedAccounts &
  AmountAndTime & { accountId?: string | undefined; kind?: MovementKind | undefined };

/**
 * A page of what was booked on a merchant's accounts that payments are paid to, newest first; a test-only caller sees the
 * simulated accounts. `cursor`: one that a page before gave out.
 * @throws AppError VALIDATION_ERROR on `cursor`, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listMovements(
  ctx: Ctx,
  input: WantedMovements & { cursor?: string; limit: number },
): Promise<MovementList> {
  const filter = await filterOf(ctx, input);
  const db = dbOf(ctx);
  const cursor = input.cursor === undefined ? null : readCursor(input.cursor);
  const page = await keysetPage(cursor, { size: input.limit, placeOf }, (towards, from) =>
    walkEntries(db, filter, { towards, from, limit: input.limit + 1 }),
  );
  const found = await countEntries(db, filter, MAX_COUNTED + 1);
  const counted = MOVEMENT_KINDS.map((kind) => {
    const count = found[kind];
    return [kind, { count: Math.min(count, MAX_COUNTED), orMore: count > MAX_COUNTED }];
  });
  const counts = Object.fromEntries(counted) as Record<MovementKind, Counted>;
  return { items: page.rows.map(shown), newer: page.newer, older: page.older, counts };
}

/**
 * The movements after the last one of a batch before; null: from the newest on. For files of the whole list.
 * @throws AppError VALIDATION_ERROR on `cursor`, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listMovementsAfter(
  ctx: Ctx,
  input: WantedMovements & { limit: number },
  after: string | null,
): Promise<{ rows: Movement[]; next: string | null }> {
  const filter = await filterOf(ctx, input);
  const from = after === null ? null : readCursor(after).from;
  const rows = await walkEntries(dbOf(ctx), filter, { towards: "older", from, limit: input.limit });
  const last = rows.length < input.limit ? undefined : rows.at(-1);
  return { rows: rows.map(shown), next: last ? writeCursor({ towards: "older", from: placeOf(last) }) : null };
}

const placeOf = ({ bookedAt, id }: MovementRow) => ({ at: bookedAt, id });

function shown({ iban, ...row }: MovementRow): Movement {
  return { ...row, number: numberOf(iban) };
}

const numberOf = (iban: string) => `${iban.slice(0, 4)} ${maskIban(iban)}`;

/**
 * What has come in on a merchant's accounts and belongs to no payment, by currency: amounts in minor units.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function sumUnplaced(ctx: Ctx, input: WantedAccounts): Promise<UnplacedSum[]> {
  return sumUnplacedCredits(dbOf(ctx), { ...(await accountsOf(ctx, input)), accountId: null });
}

/** What the list can be narrowed to. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listMovementChoices(ctx: Ctx, input: WantedAccounts): Promise<MovementChoices> {
  const accounts = await accountsOf(ctx, input);
  const found = await findAccounts(dbOf(ctx), { ...accounts, accountId: null });
  return {
    accounts: found.map(({ id, bankName, iban }) => ({ id, bankName, number: numberOf(iban) })),
    currencies: await findCurrencies(dbOf(ctx), { ...accounts, accountId: null }),
  };
}

async function accountsOf(
  ctx: Ctx,
  { merchantId, test }: WantedAccounts,
): Promise<Pick<MovementFilter, "merchantId" | "simulated">> {
  const merchant = await resolveMerchant(ctx, merchantId);
  return { merchantId: merchant.id, simulated: ctx.caller.testOnly ? true : test };
}

async function filterOf(ctx: Ctx, input: WantedMovements): Promise<MovementFilter> {
  const accounts = { ...(await accountsOf(ctx, input)), accountId: input.accountId ?? null };
  const { currency, kind, from, to } = input;
  return {
    ...accounts,
    kind: kind ?? null,
    currencies: currencySpans(await findCurrencies(dbOf(ctx), accounts), input),
    isOneCurrency: currency !== undefined,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
}
