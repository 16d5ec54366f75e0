import { isIP } from "node:net";
import { z } from "zod";
import { networksOpenTo } from "../lib/check-url";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { mayConnect, mayShowAnswer } from "../lib/forbidden-networks";
import { isUuid } from "../lib/ids";
import { NO_CONNECTION } from "../lib/safe-connect";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { isInHand } from "./delivery-status";
import { type EventSubject, subjectOf } from "./event-subject";
import { findSiblings, findWholeDelivery } from "./log-store";
import { publicEventId } from "./record-event";
import { findDefault } from "./store";
import { whyOf } from "./why-words";

/** Of one event: its fan-out, and what was sent again. More is nobody's reading. */
const MAX_SIBLINGS = 100;
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

const ms = z.number().nullable();
const timings = z.object({ nameMs: ms, connectMs: ms, tlsMs: ms, waitMs: ms }).nullable().catch(null);
const sent = z.record(z.string(), z.string()).catch({});
const received = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({});

export type DeliveryTry = {
  id: string;
  number: number;
  at: Date;
  url: string;
  /** As they were sent, the signature among them. */
  requestHeaders: Record<string, string>;
  status: number | null;
  /** Null: there was no answer, or (with a status) it came from a private network, of which no headers and no body are kept. */
  responseHeaders: Record<string, string | string[]> | null;
  /** Its first 8 KiB, as text. */
  responseBody: string | null;
  durationMs: number;
  /** Milliseconds of each part; null for one that was not reached or not needed. */
  timings: z.infer<typeof timings>;
  /** Connected to, if it is a public one. */
  remoteAddress: string | null;
  error: string | null;
  nextTryAt: Date | null;
};

export type DeliveryDetail = {
  id: string;
  status: string;
  reason: string | null;
  why: string | null;
  tries: DeliveryTry[];
  dueAt: Date;
  createdAt: Date;
  doneAt: Date | null;
  inHand: boolean;
  byHand: boolean;
  resendOf: string | null;
  event: { id: string; type: string; sequence: number; test: boolean; createdAt: Date; body: string };
  about: EventSubject;
  /** `name` null: the default URL. `url` null: none is set. As it is now; each try has its own. */
  destination: { name: string | null; url: string | null; disabledAt: Date | null };
  /** The other deliveries of the same event, in the order in which they were recorded. */
  siblings: Array<{
    id: string;
    status: string;
    tries: number;
    dueAt: Date;
    inHand: boolean;
    createdAt: Date;
    resendOf: string | null;
    endpoint: string | null;
  }>;
};

/**
 * One delivery with its event, its tries and what was sent beside it.
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
  const tries = attempts.map((attempt) => tryOf(attempt, merchant.id));
  const lastUrl = tries.at(-1)?.url ?? url ?? null;
  const host = lastUrl === null ? null : new URL(lastUrl).host;
  return {
    id: found.id,
    status: found.status,
    reason: found.reason,
    why: whyOf({ ...found, tries, host }),
    tries,
    dueAt: found.dueAt,
    createdAt: found.createdAt,
    doneAt: found.doneAt,
    inHand: isInHand(found),
    byHand: found.byHand,
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
    destination: { name, url: url ?? null, disabledAt },
    siblings: siblings
      .filter(({ id }) => id !== found.id)
      .map(({ leaseUntil, ...sibling }) => ({
        ...sibling,
        inHand: isInHand({ status: sibling.status, leaseUntil }),
        endpoint: sibling.endpoint?.name ?? null,
      })),
  };
}

type Attempt = NonNullable<Awaited<ReturnType<typeof findWholeDelivery>>>["attempts"][number];

function tryOf(attempt: Attempt, merchantId: string): DeliveryTry {
  const { remoteAddress } = attempt;
  // How far a connection came that did not stand would tell an open port from a shut one.
  const stood = attempt.error !== NO_CONNECTION;
  const isPublic = remoteAddress !== null && mayConnect(remoteAddress, HTTPS_PORT, []);
  const isShown = isPublic || remoteAddress === null || isShownPrivate(attempt.url, remoteAddress, merchantId);
  return {
    ...attempt,
    requestHeaders: sent.parse(attempt.requestHeaders),
    // Answers of private networks were kept whole once: those are not shown any more.
    responseHeaders: isShown && attempt.responseHeaders !== null ? received.parse(attempt.responseHeaders) : null,
    responseBody: isShown ? attempt.responseBody : null,
    timings: stood ? timings.parse(attempt.timings) : null,
    // What a name of the merchant's resolves to inside is the operator's to know.
    remoteAddress: stood && isPublic ? remoteAddress : null,
  };
}

/** Whether it is the demo's own shop: a private address whose answers may be shown. */
function isShownPrivate(url: string, remoteAddress: string, merchantId: string): boolean {
  if (isIP(remoteAddress) === 0) return true;
  const { port, protocol } = new URL(url);
  const asked = port === "" ? (protocol === "https:" ? HTTPS_PORT : HTTP_PORT) : Number(port);
  return mayShowAnswer(remoteAddress, asked, networksOpenTo(merchantId));
}
