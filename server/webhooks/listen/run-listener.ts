import { createBell } from "../../jobs/bell";
import type { Ctx } from "../../lib/context";
import { isDatabaseUnavailable } from "../../lib/db";
import { AppError, type FieldError } from "../../lib/errors";
import { isUrl } from "../../lib/parse-url";
import { startError } from "../../lib/start-error";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../record-event";
import { ensureListener } from "./ensure-listener";
import { type Followed, followEvents, type Report } from "./follow-events";
import { holdListener } from "./hold-listener";
import { type From, type OpenListener, positionListener } from "./position-listener";

const RECONNECT_MS = 1_000;
const TYPES: readonly string[] = [...EVENT_TYPES, TEST_EVENT_TYPE];

export type ListenerInput = {
  merchantId: string;
  name: string;
  /** Where the events are sent: any http or https address, the operator's own. */
  forward: string;
  eventTypes: readonly string[];
  from: From;
  stopOnFailure: boolean;
  ending: AbortSignal;
  tell(said: Report | { kind: "opened"; listener: OpenListener } | { kind: "database"; isBack: boolean }): void;
};

/**
 * Tells a local address of the events of a merchant's test payments until it is ended (`followEvents` says how). A database
 * that goes away is waited for.
 * @throws StartError when another process runs the listener of this name
 * @throws AppError VALIDATION_ERROR, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function runListener(ctx: Ctx, input: ListenerInput): Promise<Pick<Followed, "why">> {
  checkFields(input);
  const { ending, tell } = input;
  const bell = createBell();
  ending.addEventListener("abort", bell.ring);
  let isOpen = false;
  let isAway = false;
  const opened = (listener: OpenListener) => {
    if (!isOpen) tell({ kind: "opened", listener });
    else if (isAway) tell({ kind: "database", isBack: true });
    isOpen = true;
    isAway = false;
  };
  while (!ending.aborted) {
    try {
      const { why } = await runOnce(ctx, { ...input, from: isOpen ? undefined : input.from }, opened);
      if (why !== "lost") return { why };
    } catch (error) {
      if (!isOpen || !isDatabaseUnavailable(error)) throw error;
    }
    if (!isAway) tell({ kind: "database", isBack: false });
    isAway = true;
    await bell.sleep(RECONNECT_MS);
  }
  return { why: "asked" };
}

/** With the right to the listener in hand, from its position on. */
async function runOnce(ctx: Ctx, input: ListenerInput, opened: (listener: OpenListener) => void): Promise<Followed> {
  const { name, from, forward: url, eventTypes, stopOnFailure, ending, tell } = input;
  const known = await ensureListener(ctx, input);
  const hold = await holdListener(known.id);
  if (!hold) {
    throw startError(
      `A listener of the name "${name}" is running already. Stop that one, or give this one a --name of its own.`,
    );
  }
  try {
    const listener = await positionListener(ctx, { ...known, name, from });
    opened(listener);
    return await followEvents({ listener, url, eventTypes, stopOnFailure, ending, isLost: hold.isLost, tell });
  } finally {
    await hold.release();
  }
}

function checkFields({ forward, eventTypes }: ListenerInput): void {
  const errors: FieldError[] = [];
  const url = isUrl(forward) ? new URL(forward) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    errors.push({ field: "forward", message: "an address that begins with http:// or https://" });
  } else if (url.username !== "" || url.password !== "") {
    errors.push({ field: "forward", message: "without a user name or a password: they would not be sent" });
  }
  if (!eventTypes.every((type) => TYPES.includes(type))) {
    errors.push({ field: "events", message: `out of ${TYPES.join(", ")}` });
  }
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
}
