import { DUE_CHANNEL } from "../../jobs/leased-rows";
import { listen } from "../../jobs/notify-listener";
import { createWakeSignal } from "../../jobs/wake-signal";
import { now } from "../../lib/clock";
import { db } from "../../lib/db";
import { wants } from "../rules";
import { forwardEvent, type LocalAnswer } from "./forward-event";
import {
  isBlockedByOlderTransaction,
  type ListenerEvent,
  type Position,
  readEventsAfter,
  savePosition,
} from "./listener-store";

const BATCH = 100;
/** For lost notifications, and events without an endpoint, which wake no worker. */
const POLL_MS = 1_000;
/** While an older transaction is open, usually for milliseconds. */
const BLOCKED_POLL_MS = 100;
/** When an open transaction that blocks all later events is reported. */
const BLOCKED_REPORT_MS = 5_000;
const ABSENT_PAUSE_MS = 1_000;
/** Pauses after failed attempts; after the last attempt follows the next event. */
const RETRY_PAUSES_MS = [1_000, 3_000];

/** What happens to an event. */
export type Report =
  /** `next`: the next event, the same again after a pause, or the end. */
  | {
      kind: "tried";
      at: Date;
      event: ListenerEvent;
      tries: number;
      answer: LocalAnswer;
      next: "on" | { againInMs: number } | "stop";
    }
  /** The local address is unreachable; reported once. The event waits. */
  | { kind: "absent"; event: ListenerEvent; answer: LocalAnswer }
  /** An older transaction stays open; reported once. */
  | { kind: "held-back" };

export type Following = {
  listener: { id: string; merchantId: string; secret: string; position: Position; cluster: string };
  /** The local address. */
  url: string;
  /** Empty: all. Other types are skipped permanently. */
  eventTypes: readonly string[];
  /** A failed event ends it, with the position before that event. */
  stopOnFailure: boolean;
  /** Ends it after the call in flight, whose event counts as received. */
  ending: AbortSignal;
  /** Whether the listener's lock is lost, which ends it. */
  isLost(): boolean;
  onReport(report: Report): void;
};

/** Why it ended. `position`: of the last received event. */
export type Followed = { why: "asked" | "lost" | "failure"; position: Position };

/**
 * Forwards the events of a merchant's test payments to a local address, one by one and without gaps, in the order of
 * the transactions that recorded them. The position is saved after each event; a process killed in between forwards
 * that event again. It waits for an unreachable address; an event answered without 2xx is attempted three times and
 * then skipped. Rejects when the database is lost.
 */
export async function followEvents(following: Following): Promise<Followed> {
  const { listener, ending } = following;
  const [wakeSignal, pause] = [createWakeSignal(), createWakeSignal()];
  const notifyListener = listen(DUE_CHANNEL, wakeSignal.wake);
  const wakeUp = () => {
    wakeSignal.wake();
    pause.wake();
  };
  ending.addEventListener("abort", wakeUp);
  let { position } = listener;
  let saved = position;
  let blocked: { sinceMs: number; isReported: boolean } | null = null;
  const save = async () => {
    if (position !== saved) await savePosition(db(), listener.id, position, listener.cluster);
    saved = position;
  };
  try {
    for (;;) {
      const events = await readEventsAfter(db(), listener.merchantId, position, BATCH);
      let end: Followed["why"] | null = null;
      for (const event of events) {
        const isWanted = wants(following, event.type);
        end = isWanted ? await forwardOne(following, event, pause.sleep) : endOf(following);
        if (end) break;
        position = { tx: event.tx, id: event.id };
        if (isWanted) await save();
      }
      await save();
      end ??= endOf(following);
      if (end) return { why: end, position };
      if (events.length > 0) continue;
      const isBlocked = await isBlockedByOlderTransaction(db(), listener.merchantId, position);
      blocked = isBlocked ? (blocked ?? { sinceMs: performance.now(), isReported: false }) : null;
      if (blocked && !blocked.isReported && performance.now() - blocked.sinceMs > BLOCKED_REPORT_MS) {
        following.onReport({ kind: "held-back" });
        blocked.isReported = true;
      }
      await wakeSignal.sleep(blocked ? BLOCKED_POLL_MS : POLL_MS);
    }
  } finally {
    ending.removeEventListener("abort", wakeUp);
    await notifyListener.stop();
  }
}

function endOf({ ending, isLost }: Following): "asked" | "lost" | null {
  if (ending.aborted) return "asked";
  return isLost() ? "lost" : null;
}

/** Null: received, or all attempts used. Otherwise why the event does not count as received. */
async function forwardOne(
  following: Following,
  event: ListenerEvent,
  sleep: (ms: number) => Promise<void>,
): Promise<Followed["why"] | null> {
  const { url, listener, stopOnFailure, onReport } = following;
  for (let tries = 0, absentReported = false; ; ) {
    const end = endOf(following);
    if (end) return end;
    const at = now();
    const answer = await forwardEvent(url, event, listener.secret);
    if (answer.kind === "absent") {
      if (!absentReported) onReport({ kind: "absent", event, answer });
      absentReported = true;
      await sleep(ABSENT_PAUSE_MS);
      continue;
    }
    absentReported = false;
    tries += 1;
    const tried = { kind: "tried", at, event, tries, answer } as const;
    const pauseMs = RETRY_PAUSES_MS[tries - 1];
    if (answer.kind === "taken" || pauseMs === undefined) {
      const stops = answer.kind !== "taken" && stopOnFailure;
      onReport({ ...tried, next: stops ? "stop" : "on" });
      return stops ? "failure" : null;
    }
    onReport({ ...tried, next: { againInMs: pauseMs } });
    await sleep(pauseMs);
  }
}
