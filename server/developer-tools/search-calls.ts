import { listCredentialNames } from "../identity/credentials/list-credentials";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import {
  type Counted,
  countedTo,
  type KeysetPage,
  keysetPage,
  type PageCursors,
  type PageRequest,
  type TimeKey,
} from "../lib/keyset";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { CallFilterInput, CallOutcome } from "./call-filter";
import { type CallFilter, type CallRow, countCalls, findCalls } from "./call-log-store";
import { orderIdIn, partsOf } from "./recorded-parts";
import { searchOf } from "./try-rules";

const PAGE_SIZE = 25;
/** Counting stops here, because its cost grows with the count. */
const MAX_COUNTED = 10_000;

/** The caller, as far as this merchant may know it. */
export type CallActor = { kind: "credential" | "partner" | "user" | "unknown"; id: string | null; name: string | null };

export type LoggedCall = Omit<
  CallRow,
  "request" | "answer" | "ip" | "userAgent" | "actorKind" | "actorId" | "partnerId"
> & {
  actor: CallActor;
  orderId: string | null;
  /** The number of sent fields that had no effect. */
  ignored: number;
  /** The stored query: `?limit=5`, or empty. */
  search: string;
};

/** `counts`: for the filter without its outcome. `credentials`: the merchant's, for the filter. */
type CallLog = PageCursors & {
  items: LoggedCall[];
  counts: Record<CallOutcome, Counted>;
  credentials: { id: string; name: string }[];
};

type SearchInput = CallFilterInput & { merchantId?: string | undefined };

/**
 * A page of the calls for a merchant, newest first, with the count of each outcome. `cursor`: from an earlier page.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function searchCalls(
  ctx: Ctx,
  { cursor, ...wanted }: SearchInput & { cursor?: string | undefined },
): Promise<CallLog> {
  const filter = await filterOf(ctx, wanted);
  const names = await credentialNames(ctx, filter.merchantId);
  const { rows, newer, older } = await pageOf(ctx, filter, names, { cursor, limit: PAGE_SIZE });
  return {
    items: rows,
    newer,
    older,
    credentials: [...names].map(([id, name]) => ({ id, name })),
    counts: countedTo(MAX_COUNTED, await countCalls(dbOf(ctx), filter, MAX_COUNTED + 1)),
  };
}

/**
 * A page of the same list without the counts.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readCallPage(
  ctx: Ctx,
  { cursor, limit, ...wanted }: SearchInput & PageRequest,
): Promise<KeysetPage<LoggedCall>> {
  const filter = await filterOf(ctx, wanted);
  return pageOf(ctx, filter, await credentialNames(ctx, filter.merchantId), { cursor, limit });
}

async function pageOf(ctx: Ctx, filter: CallFilter, names: Map<string, string>, page: PageRequest) {
  const { rows, ...cursors } = await keysetPage(page, keyOf, (query) => findCalls(dbOf(ctx), filter, query));
  return { ...cursors, rows: rows.map((row) => itemOf(row, names)) };
}

/** The filter for the store. A caller with test access only gets test calls. */
async function filterOf(ctx: Ctx, input: SearchInput): Promise<CallFilter> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  if (ctx.caller.testOnly && !input.test) throw new AppError("FORBIDDEN");
  return { ...input, merchantId: merchant.id };
}

/** The names of the merchant's credentials by id. */
export async function credentialNames(ctx: Ctx, merchantId: string): Promise<Map<string, string>> {
  const credentials = await listCredentialNames(ctx, { merchantId });
  return new Map(credentials.map(({ id, name }) => [id, name]));
}

/** A partner's own credentials are not shown to the merchant, who sees only that it was the partner. */
export function actorOf(
  row: Pick<CallRow, "actorKind" | "actorId" | "partnerId">,
  names: Map<string, string>,
): CallActor {
  const { actorKind, actorId, partnerId } = row;
  const name = actorId === null ? undefined : names.get(actorId);
  if (actorKind === "credential" && name !== undefined) return { kind: "credential", id: actorId, name };
  if (partnerId !== null) return { kind: "partner", id: null, name: null };
  if (actorKind === "user") return { kind: "user", id: actorId, name: null };
  return { kind: "unknown", id: null, name: null };
}

function itemOf(row: CallRow, names: Map<string, string>): LoggedCall {
  const { request, answer: _, ip: _ip, userAgent: _agent, actorKind, actorId, partnerId, ...rest } = row;
  const parts = partsOf(request);
  return {
    ...rest,
    actor: actorOf({ actorKind, actorId, partnerId }, names),
    orderId: orderIdIn(parts),
    ignored: parts.ignored.length,
    search: searchOf(parts.query),
  };
}

const keyOf = ({ at, id }: CallRow): TimeKey => ({ at, id });
