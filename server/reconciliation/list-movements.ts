import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { maskIban } from "../lib/iban";
import { type KeysetPage, keysetPage, readCursor, writeCursor } from "../lib/keyset";
import { resolveMerchant } from "../merchants/resolve-merchant";
import {
  countEntries,
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

/** `orMore`: there are more than were counted. */
export type Counted = { count: number; orMore: boolean };

export type MovementList = Omit<KeysetPage<Movement>, "rows"> & {
  items: Movement[];
  counts: { all: Counted; unplaced: Counted };
};

/** `test`: of the simulated accounts, or of the real ones; absent: of both. `unplacedOnly`: those without a payment. */
type WantedMovements = { merchantId?: string; test?: boolean; unplacedOnly?: boolean };

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
  const count = async (unplacedOnly: boolean): Promise<Counted> => {
    const found = await countEntries(db, { ...filter, unplacedOnly }, MAX_COUNTED + 1);
    return { count: Math.min(found, MAX_COUNTED), orMore: found > MAX_COUNTED };
  };
  const counts = { all: await count(false), unplaced: await count(true) };
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
  return { ...row, number: `${iban.slice(0, 4)} ${maskIban(iban)}` };
}

/**
 * What has come in on a merchant's accounts and belongs to no payment, by currency: amounts in minor units.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function sumUnplaced(ctx: Ctx, input: WantedMovements): Promise<UnplacedSum[]> {
  return sumUnplacedCredits(dbOf(ctx), await filterOf(ctx, input));
}

async function filterOf(
  ctx: Ctx,
  { merchantId, test, unplacedOnly = false }: WantedMovements,
): Promise<MovementFilter> {
  const merchant = await resolveMerchant(ctx, merchantId);
  return { merchantId: merchant.id, simulated: ctx.caller.testOnly ? true : test, unplacedOnly };
}
