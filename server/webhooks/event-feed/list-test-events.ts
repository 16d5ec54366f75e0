import { hasLiveConnections } from "../../connectors/profiles";
import { type Ctx, noteSubject } from "../../lib/context";
import { type Db, dbOf } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { publicEventId } from "../events/record-event";
import type { ListWebhookEvents, WebhookEventPage } from "../schema";
import {
  BEGINNING,
  findLastEvent,
  findPosition,
  forgetForeignTransactions,
  type Position,
  readEventsAfter,
} from "./event-feed-store";
import { readOrWait } from "./wait-for-events";

const START = "start";
const EVENT_ID = /^evt_(?<id>.*)$/;

/**
 * A page of the events of a merchant's test payments after a cursor, in the order of the transactions that recorded
 * them (ADR 58). An empty page can wait for events, where the driver lets it.
 * @throws AppError FORBIDDEN for a credential that can make live payments; MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND,
 *   VALIDATION_ERROR, SERVICE_UNAVAILABLE
 */
export async function listTestEvents(ctx: Ctx, query: ListWebhookEvents): Promise<WebhookEventPage> {
  // For developers' machines, where a credential for live payments must not be.
  if (!ctx.caller.testOnly && (await hasLiveConnections())) {
    const message = "Test events can only be read with a test-only API key. Create one in the Console under API keys.";
    throw new AppError("FORBIDDEN", { message });
  }
  const { id: merchantId } = await resolveMerchant(ctx, query.merchant_id);
  noteSubject(ctx, { test: true });
  const db = dbOf(ctx);
  await forgetForeignTransactions(db, merchantId);
  const after = await positionOf(db, merchantId, query.after);
  // One more than the page shows whether there are more.
  const read = () => readEventsAfter(db, merchantId, after, query.limit + 1);
  const { longPoll, caller } = ctx;
  const waits = longPoll !== undefined && query.wait > 0;
  const rows = waits
    ? await readOrWait(
        longPoll,
        { caller: `${caller.actor.kind}:${caller.actor.id}`, merchantId },
        query.wait * 1_000,
        read,
      )
    : await read();
  if (waits && rows.length === 0) noteSubject(ctx, { idle: true });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1)?.id ?? (after === BEGINNING ? null : after.id);
  return {
    events: page.map(({ id, type, body }) => ({ id: publicEventId(id), type, payload: body })),
    cursor: last === null ? START : publicEventId(last),
    has_more: rows.length > page.length,
  };
}

async function positionOf(db: Db, merchantId: string, after: string | undefined): Promise<Position> {
  if (after === START) return BEGINNING;
  if (after === undefined) return (await findLastEvent(db, merchantId)) ?? BEGINNING;
  const id = EVENT_ID.exec(after)?.groups?.["id"] ?? "";
  const position = isUuid(id) ? await findPosition(db, merchantId, id) : null;
  if (!position) throw invalidField("after", `must be ${START}, or the ID of an event of a test payment`);
  return position;
}
