import type { IncomingMessage, ServerResponse } from "node:http";
import { boundOf, UNLISTED_BODY_BYTES } from "../../lib/bounds";
import { AppError } from "../../lib/errors";
import { type RequestSlot, runWithSlot } from "../../lib/request-slot";
import { envelope, plain } from "../refusals";
import type { Route } from "../route-request";
import { identifyCaller } from "./identify-caller";
import type { IncomingBodies } from "./incoming-bodies";
import type { Slots } from "./slots";

export type Admission = { slots: Slots; bodies: IncomingBodies };

/**
 * Waits for the request's body, then takes its slot. Null: the request was answered with 503, or the caller closed the
 * connection.
 */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { slots, bodies }: Admission,
  route: Route["kind"],
): Promise<RequestSlot | null> {
  const bound = boundOf(request.method ?? "GET", request.url ?? "/");
  const caller = identifyCaller(request);
  const kind = bound?.atOnce ? { name: bound.name, ...bound.atOnce } : null;
  const body = await bodies.receive(request, caller, bound?.bodyBytes ?? UNLISTED_BODY_BYTES);
  const onQueued = (leave: () => void) => {
    if (body) body.wake = leave;
  };
  const isOver = body?.refused || response.destroyed;
  const slot = isOver ? null : await slots.take({ caller, class: kind, onQueued }, response);
  if (body) bodies.release(body);
  if (slot && !response.destroyed) return slot;
  slot?.release();
  if (!response.destroyed) refuseBusy(request, response, route);
  return null;
}

function refuseBusy(request: IncomingMessage, response: ServerResponse, route: Route["kind"]): void {
  const message = "Too many requests of this caller are open or queued. Nothing was processed. Retry later.";
  response.setHeader("Retry-After", "1");
  // Close the connection instead of reading the rest of the body.
  if (!request.complete) response.shouldKeepAlive = false;
  // By the route, not by the raw target: an absolute target and /api%2Fv1 are the API's, /api/trpc is the Console's.
  if (route === "api") envelope(request, response, new AppError("SERVICE_UNAVAILABLE", { message }));
  else plain(response, 503, message);
}

/**
 * Runs `work` with the slot. The slot is released when the response is written (not when the caller has read it), is
 * paused while a long response waits for its reader, and after a closed connection is released when the work ends or
 * after `abandonedMs`.
 */
export async function answerWithSlot(
  slot: RequestSlot,
  response: ServerResponse,
  work: () => unknown,
  abandonedMs: number,
): Promise<void> {
  freeWithAnswer(slot, response);
  let isWorking = true;
  response.once("close", () => {
    if (isWorking) setTimeout(() => slot.release(), abandonedMs).unref();
    else slot.release();
  });
  try {
    await runWithSlot(slot, work);
  } finally {
    isWorking = false;
    if (response.destroyed) slot.release();
  }
}

// Node emits no event for a call of end() or a full buffer of write(); "finish" waits for the reader.
function freeWithAnswer(slot: RequestSlot, response: ServerResponse): void {
  const { write, end } = response;
  let resume: (() => void) | null = null;
  response.write = ((...given: Parameters<typeof write>) => {
    const hasRoom = write.apply(response, given);
    if (!hasRoom) resume ??= slot.pause();
    return hasRoom;
  }) as typeof write;
  response.on("drain", () => {
    resume?.();
    resume = null;
  });
  response.end = ((...given: Parameters<typeof end>) => {
    end.apply(response, given);
    slot.release();
    return response;
  }) as typeof end;
}
