import { createBell } from "../../jobs/bell";
import { DUE_CHANNEL } from "../../jobs/leased-rows";
import { listen } from "../../jobs/listen";
import { now } from "../../lib/clock";
import { db } from "../../lib/db";
import { wants } from "../rules";
import { forwardEvent, type LocalAnswer } from "./forward-event";
import { isHeldBack, type Position, readEventsAfter, savePosition, type ToldEvent } from "./listener-store";

const BATCH = 100;
/** A notice that was lost, and events without a destination, of which nobody is woken. */
const POLL_MS = 1_000;
/** An older transaction has still to end: mostly within milliseconds. */
const HELD_BACK_POLL_MS = 100;
/** After so long it is worth saying: a transaction that somebody has left open holds everything back. */
const HELD_BACK_SAY_MS = 5_000;
const ABSENT_PAUSE_MS = 1_000;
/** After a try that was answered, and not with 2xx. One try more than there are pauses, then the next event. */
const RETRY_PAUSES_MS = [1_000, 3_000];

/** What happens to an event, as it happens. */
export type Report =
  /** `next`: the next event, the same once more after a pause, or nothing more. */
  | {
      kind: "tried";
      at: Date;
      event: ToldEvent;
      tries: number;
      answer: LocalAnswer;
      next: "on" | { againInMs: number } | "stop";
    }
  /** The local address is not there; said once, however long it is away. The event waits. */
  | { kind: "absent"; event: ToldEvent; answer: LocalAnswer }
  /** An older transaction does not end; said once. */
  | { kind: "held-back" };

export type Following = {
  listener: { id: string; merchantId: string; secret: string; position: Position; cluster: string };
  /** Where the events are sent. */
  url: string;
  /** Only events of these types; none: all. Others are passed over for good. */
  eventTypes: readonly string[];
  /** An event that was not taken ends it, with the position in front of it. */
  stopOnFailure: boolean;
  /** Ends it: after the call in hand, whose event then counts as told. */
  ending: AbortSignal;
  /** Whether the right to the listener is gone, which ends it too. */
  isLost(): boolean;
  tell(report: Report): void;
};

/** Why it ended. `position`: up to which event it was told. */
export type Followed = { why: "asked" | "lost" | "failure"; position: Position };

/**
 * Tells a local address of the events of a merchant's test payments, one by one, in the order of the transactions that
 * recorded them, and none left out. The position is written after each: a process that is killed in between tells that
 * event again. An address that is not there is waited for; an event that is answered, but not with 2xx, is told three
 * times and then passed over. Rejects when the database is lost.
 */
export async function followEvents(following: Following): Promise<Followed> {
  const { listener, ending } = following;
  const [bell, pause] = [createBell(), createBell()];
  const ears = listen(DUE_CHANNEL, bell.ring);
  const wakeUp = () => {
    bell.ring();
    pause.ring();
  };
  ending.addEventListener("abort", wakeUp);
  let { position } = listener;
  let saved = position;
  let held: { sinceMs: number; isSaid: boolean } | null = null;
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
        end = isWanted ? await tellOne(following, event, pause.sleep) : endOf(following);
        if (end) break;
        position = { tx: event.tx, id: event.id };
        if (isWanted) await save();
      }
      await save();
      end ??= endOf(following);
      if (end) return { why: end, position };
      if (events.length > 0) continue;
      const isHeld = await isHeldBack(db(), listener.merchantId, position);
      held = isHeld ? (held ?? { sinceMs: performance.now(), isSaid: false }) : null;
      if (held && !held.isSaid && performance.now() - held.sinceMs > HELD_BACK_SAY_MS) {
        following.tell({ kind: "held-back" });
        held.isSaid = true;
      }
      await bell.sleep(held ? HELD_BACK_POLL_MS : POLL_MS);
    }
  } finally {
    ending.removeEventListener("abort", wakeUp);
    await ears.stop();
  }
}

function endOf({ ending, isLost }: Following): "asked" | "lost" | null {
  if (ending.aborted) return "asked";
  return isLost() ? "lost" : null;
}

/** Until it was taken, or told often enough: null. Else why it does not count as told. */
async function tellOne(
  following: Following,
  event: ToldEvent,
  sleep: (ms: number) => Promise<void>,
): Promise<Followed["why"] | null> {
  const { url, listener, stopOnFailure, tell } = following;
  for (let tries = 0, saidAbsent = false; ; ) {
    const end = endOf(following);
    if (end) return end;
    const at = now();
    const answer = await forwardEvent(url, event, listener.secret);
    if (answer.kind === "absent") {
      if (!saidAbsent) tell({ kind: "absent", event, answer });
      saidAbsent = true;
      await sleep(ABSENT_PAUSE_MS);
      continue;
    }
    saidAbsent = false;
    tries += 1;
    const tried = { kind: "tried", at, event, tries, answer } as const;
    const pauseMs = RETRY_PAUSES_MS[tries - 1];
    if (answer.kind === "taken" || pauseMs === undefined) {
      const stops = answer.kind !== "taken" && stopOnFailure;
      tell({ ...tried, next: stops ? "stop" : "on" });
      return stops ? "failure" : null;
    }
    tell({ ...tried, next: { againInMs: pauseMs } });
    await sleep(pauseMs);
  }
}
