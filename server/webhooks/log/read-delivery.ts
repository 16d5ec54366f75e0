import { isIP } from "node:net";
import { z } from "zod";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { networksOpenTo } from "../../lib/net/check-url";
import { mayConnect, mayShowAnswer } from "../../lib/net/forbidden-networks";
import { NO_CONNECTION } from "../../lib/net/safe-connect";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { TryRow } from "../delivery/delivery-store";
import { findDefault } from "../endpoints/default-url-store";
import { subjectOf } from "../events/event-subject";
import { publicEventId } from "../events/record-event";
import { findEndpointStops, findSiblings, findWholeDelivery } from "./delivery-log-store";
import { deliveryStateOf } from "./delivery-state";
import { isInFlight } from "./delivery-status";
import { explainDelivery } from "./explain-delivery";
import type { LoggedDelivery } from "./search-deliveries";

/** Of one event: its deliveries to other endpoints, and resends. */
const MAX_SIBLINGS = 100;
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

const ms = z.number().nullable();
const timings = z.object({ nameMs: ms, connectMs: ms, tlsMs: ms, waitMs: ms }).nullable().catch(null);
const sent = z.record(z.string(), z.string()).catch({});
const received = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({});

/**
 * An attempt as the Console shows it. `timings`: milliseconds per phase; null: not reached or not needed. `remoteAddress`:
 * null also for a private address.
 */
type DeliveryTry = Omit<TryRow, "detail" | "timings"> & { timings: z.infer<typeof timings> };

type DeliveryDetail = Omit<LoggedDelivery, "tries" | "resent" | "event" | "endpoint" | "lastTry"> & {
  why: string | null;
  tries: DeliveryTry[];
  priority: boolean;
  event: { id: string; type: string; sequence: number; test: boolean; createdAt: Date; body: string };
  /** Current values; each attempt has its own URL. `name` null: the default URL. `url` null: none is set. */
  endpoint: { name: string | null; url: string | null; disabledAt: Date | null };
  /** The other deliveries of the same event, oldest first. */
  siblings: Omit<LoggedDelivery, "resent" | "reason" | "doneAt" | "event" | "about" | "lastTry">[];
};

/**
 * One delivery with its event, its attempts and the other deliveries of the event.
 * @throws AppError NOT_FOUND, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readDelivery(
  ctx: Ctx,
  input: { merchantId?: string | undefined; id: string },
): Promise<DeliveryDetail> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const db = dbOf(ctx);
  const found = isUuid(input.id) ? await findWholeDelivery(db, merchant.id, input.id, ctx.caller.testOnly) : null;
  if (!found) throw new AppError("NOT_FOUND", { message: "No such delivery." });
  const { event, endpoint, attempts } = found;
  const { name, url, disabledAt } = endpoint ?? {
    ...(await findDefault(db, merchant.id)),
    name: null,
    disabledAt: null,
  };
  const siblings = await findSiblings(db, event.id, MAX_SIBLINGS);
  const stopsOf = await findEndpointStops(db, merchant.id, [found, ...siblings]);
  const tries = attempts.map((attempt) => tryOf(attempt, merchant.id));
  const lastUrl = tries.at(-1)?.url ?? url ?? null;
  const host = lastUrl === null ? null : new URL(lastUrl).host;
  return {
    id: found.id,
    status: found.status,
    state: deliveryStateOf({ ...found, ...stopsOf(found.endpointId), inFlight: isInFlight(found) }),
    reason: found.reason,
    why: explainDelivery({ ...found, tries, host }),
    tries,
    dueAt: found.dueAt,
    createdAt: found.createdAt,
    doneAt: found.doneAt,
    inFlight: isInFlight(found),
    priority: found.priority,
    resendOf: found.resendOf,
    event: {
      id: publicEventId(event.id),
      type: event.type,
      sequence: event.sequence,
      test: event.test,
      createdAt: event.createdAt,
      body: event.body,
    },
    about: subjectOf(event),
    endpoint: { name, url: url ?? null, disabledAt },
    siblings: siblings
      .filter(({ id }) => id !== found.id)
      .map(({ leaseUntil, priority, endpointId, ...sibling }) => {
        const inFlight = isInFlight({ status: sibling.status, leaseUntil });
        const state = deliveryStateOf({ ...sibling, ...stopsOf(endpointId), inFlight, priority });
        return { ...sibling, inFlight, state, endpoint: sibling.endpoint?.name ?? null };
      }),
  };
}

type Attempt = NonNullable<Awaited<ReturnType<typeof findWholeDelivery>>>["attempts"][number];

function tryOf(attempt: Attempt, merchantId: string): DeliveryTry {
  const { remoteAddress } = attempt;
  // The phase of a failed connection would distinguish an open port from a closed one.
  const stood = attempt.error !== NO_CONNECTION;
  const isPublic = remoteAddress !== null && mayConnect(remoteAddress, HTTPS_PORT, []);
  const isShown = isPublic || remoteAddress === null || isShownPrivate(attempt.url, remoteAddress, merchantId);
  return {
    ...attempt,
    requestHeaders: sent.parse(attempt.requestHeaders),
    // Older rows may contain responses from private networks.
    responseHeaders: isShown && attempt.responseHeaders !== null ? received.parse(attempt.responseHeaders) : null,
    responseBody: isShown ? attempt.responseBody : null,
    timings: stood ? timings.parse(attempt.timings) : null,
    // Private addresses are only shown to the operator.
    remoteAddress: stood && isPublic ? remoteAddress : null,
  };
}

/** The demo shop's own private address, whose responses are shown. */
function isShownPrivate(url: string, remoteAddress: string, merchantId: string): boolean {
  if (isIP(remoteAddress) === 0) return true;
  const { port, protocol } = new URL(url);
  const asked = port === "" ? (protocol === "https:" ? HTTPS_PORT : HTTP_PORT) : Number(port);
  return mayShowAnswer(remoteAddress, asked, networksOpenTo(merchantId));
}
