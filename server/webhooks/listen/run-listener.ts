import { createWakeSignal } from "../../jobs/wake-signal";
import type { Ctx } from "../../lib/context";
import { isDatabaseUnavailable } from "../../lib/db";
import { AppError, type FieldError } from "../../lib/errors";
import { isUrl } from "../../lib/parse-url";
import { startError } from "../../lib/start-error";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../record-event";
import { ensureListener } from "./ensure-listener";
import { type Followed, followEvents, type Report } from "./follow-events";
import { lockListener } from "./lock-listener";
import { type From, type OpenListener, positionListener } from "./position-listener";

const RECONNECT_MS = 1_000;
const TYPES: readonly string[] = [...EVENT_TYPES, TEST_EVENT_TYPE];

export type ListenerInput = {
  merchantId: string;
  name: string;
  /** Any http or https address. */
  forward: string;
  eventTypes: readonly string[];
  from: From;
  stopOnFailure: boolean;
  ending: AbortSignal;
  onReport(report: Report | { kind: "opened"; listener: OpenListener } | { kind: "database"; isBack: boolean }): void;
};

/**
 * Forwards the events of a merchant's test payments to a local address until it is ended (see `followEvents`). Waits
 * while the database is unavailable.
 * @throws StartError when another process runs the listener of this name @throws AppError VALIDATION_ERROR, FORBIDDEN,
 *   MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function runListener(ctx: Ctx, input: ListenerInput): Promise<Pick<Followed, "why">> {
  checkFields(input);
  const { ending, onReport } = input;
  const wakeSignal = createWakeSignal();
  ending.addEventListener("abort", wakeSignal.wake);
  let isOpen = false;
  let isDatabaseAway = false;
  const opened = (listener: OpenListener) => {
    if (!isOpen) onReport({ kind: "opened", listener });
    else if (isDatabaseAway) onReport({ kind: "database", isBack: true });
    isOpen = true;
    isDatabaseAway = false;
  };
  while (!ending.aborted) {
    try {
      const { why } = await runOnce(ctx, { ...input, from: isOpen ? undefined : input.from }, opened);
      if (why !== "lost") return { why };
    } catch (error) {
      if (!isOpen || !isDatabaseUnavailable(error)) throw error;
    }
    if (!isDatabaseAway) onReport({ kind: "database", isBack: false });
    isDatabaseAway = true;
    await wakeSignal.sleep(RECONNECT_MS);
  }
  return { why: "asked" };
}

/** Under the listener's lock, from its position on. */
async function runOnce(ctx: Ctx, input: ListenerInput, opened: (listener: OpenListener) => void): Promise<Followed> {
  const { name, from, forward: url, eventTypes, stopOnFailure, ending, onReport } = input;
  const known = await ensureListener(ctx, input);
  const lock = await lockListener(known.id);
  if (!lock) {
    throw startError(`A listener named "${name}" is already running. Stop it, or choose another --name.`);
  }
  try {
    const listener = await positionListener(ctx, { ...known, name, from });
    opened(listener);
    return await followEvents({ listener, url, eventTypes, stopOnFailure, ending, isLost: lock.isLost, onReport });
  } finally {
    await lock.release();
  }
}

function checkFields({ forward, eventTypes }: ListenerInput): void {
  const errors: FieldError[] = [];
  const url = isUrl(forward) ? new URL(forward) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    errors.push({ field: "forward", message: "must be an http or https URL" });
  } else if (url.username !== "" || url.password !== "") {
    errors.push({ field: "forward", message: "must not contain a user name or password" });
  }
  if (!eventTypes.every((type) => TYPES.includes(type))) {
    errors.push({ field: "events", message: `must only contain ${TYPES.join(", ")}` });
  }
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
}
