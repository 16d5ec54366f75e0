import { listCredentialNames } from "../access/list-credential-names";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { keysetPage, type Place, readCursor } from "../lib/keyset";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { CallFilterInput, CallOutcome } from "./call-filter";
import { type CallFilter, type CallRow, countCalls, findCalls } from "./call-log-store";
import { orderIdIn, partsOf } from "./recorded-parts";
import { searchOf } from "./try-rules";

const PAGE_SIZE = 25;
/** Beyond it nobody needs to know how many: a count costs what it counts. */
const MAX_COUNTED = 10_000;

/** Who made a call, as far as this merchant knows them. */
export type CallActor = { kind: "credential" | "partner" | "user" | "unknown"; id: string | null; name: string | null };

export type LoggedCall = Pick<
  CallRow,
  | "id"
  | "at"
  | "requestId"
  | "endpoint"
  | "method"
  | "path"
  | "test"
  | "status"
  | "errorCode"
  | "durationMs"
  | "idempotencyKey"
  | "replayed"
  | "paymentRequestId"
  | "paymentLinkId"
> & {
  actor: CallActor;
  orderId: string | null;
  /** What was kept of its query: `?limit=5`, or nothing. */
  search: string;
};

/** `orMore`: there are more than were counted. */
export type CallCount = { count: number; orMore: boolean };

export type CallLog = {
  items: LoggedCall[];
  /** Of all that the filter without its outcome lets through. */
  counts: Record<CallOutcome, CallCount>;
  /** Cursors of the pages beside this one. */
  newer: string | null;
  older: string | null;
  /** The merchant's credentials, to choose from. */
  credentials: { id: string; name: string }[];
};

type SearchInput = CallFilterInput & { merchantId?: string | undefined };

/**
 * A page of the calls that were made for a merchant, the last first, and how many ended in each way. `cursor`: one that a
 * page before gave out.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function searchCalls(ctx: Ctx, input: SearchInput & { cursor?: string | undefined }): Promise<CallLog> {
  const { cursor: given, ...wanted } = input;
  const cursor = given === undefined ? null : readCursor(given);
  const filter = await filterOf(ctx, wanted);
  const names = await credentialNames(ctx, filter.merchantId);
  const db = dbOf(ctx);
  const page = await keysetPage(cursor, { size: PAGE_SIZE, placeOf }, (towards, from) =>
    findCalls(db, filter, { towards, from, limit: PAGE_SIZE + 1 }),
  );
  const counts = await countCalls(db, filter, MAX_COUNTED + 1);
  const counted = (count: number) => ({ count: Math.min(count, MAX_COUNTED), orMore: count > MAX_COUNTED });
  return {
    ...page,
    items: page.rows.map((row) => itemOf(row, names)),
    credentials: [...names].map(([id, name]) => ({ id, name })),
    counts: { taken: counted(counts.taken), refused: counted(counts.refused), failed: counted(counts.failed) },
  };
}

/**
 * Up to `limit` calls of the same list, the last first, after a place: for a file of all of it.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function exportCalls(
  ctx: Ctx,
  input: SearchInput & { after: Place | null; limit: number },
): Promise<{ rows: LoggedCall[]; next: Place | null }> {
  const { after, limit, ...wanted } = input;
  const filter = await filterOf(ctx, wanted);
  const names = await credentialNames(ctx, filter.merchantId);
  const rows = await findCalls(dbOf(ctx), filter, { towards: "older", from: after, limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { rows: rows.map((row) => itemOf(row, names)), next: last ? placeOf(last) : null };
}

/** The filter for the store. A caller of tests alone asks for tests. */
async function filterOf(ctx: Ctx, input: SearchInput): Promise<CallFilter> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  if (ctx.caller.testOnly && !input.test) throw new AppError("FORBIDDEN");
  return { ...input, merchantId: merchant.id };
}

/** The names of the merchant's credentials, by their ids. */
export async function credentialNames(ctx: Ctx, merchantId: string): Promise<Map<string, string>> {
  const credentials = await listCredentialNames(ctx, { merchantId });
  return new Map(credentials.map(({ id, name }) => [id, name]));
}

/** A partner's own credentials are its own matter: the merchant learns that it was the partner. */
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
    search: searchOf(parts.query),
  };
}

const placeOf = ({ at, id }: CallRow): Place => ({ at, id });
