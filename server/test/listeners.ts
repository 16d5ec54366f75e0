import { afterEach } from "vitest";
import { type ListenerInput, runListener } from "../webhooks/listen/run-listener";
import { query } from "./database";
import { ctx } from "./fixtures";
import { until } from "./until";

type Said = Parameters<ListenerInput["onReport"]>[0];

/** The event ids of these calls, in order. */
export const idsOf = (received: ReadonlyArray<{ headers: Record<string, unknown> }>) =>
  received.map(({ headers }) => headers["x-event-id"]);

/** The merchant's events, by their public ids, in the order of recording. */
export const recordedFor = (merchantId: string) =>
  query(async (client) => {
    const sql = "SELECT id FROM webhook_events WHERE merchant_id = $1 ORDER BY id";
    return (await client.query<{ id: string }>(sql, [merchantId])).rows.map(({ id }) => `evt_${id}`);
  });

/** Starts listeners for a merchant; each ends with its test. Registers a hook: call it once per file. */
export function listenersOfEachTest(merchantId: () => string) {
  const running: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    for (const stop of running.splice(0)) await stop();
  });
  /** A listener that runs until it is stopped, and its messages. */
  return async (
    forward: string,
    given: Partial<ListenerInput> = {},
    hears: { heldBack: boolean } = { heldBack: false },
  ) => {
    const said: Said[] = [];
    const ending = new AbortController();
    const base = { name: "desk", eventTypes: [], from: undefined, stopOnFailure: false, ...given };
    // Any transaction of the whole server, also of another test, can hold a listener back: reported only where a test
    // asks for it.
    const onReport = (one: Said) => void (one.kind === "held-back" && !hears.heldBack ? null : said.push(one));
    const ended = runListener(ctx, { merchantId: merchantId(), forward, ending: ending.signal, onReport, ...base });
    const stop = () => {
      ending.abort();
      return ended;
    };
    running.push(() => stop().catch(() => undefined));
    const opened = () => said.find((one) => one.kind === "opened")?.listener;
    await Promise.race([ended, until(() => opened() !== undefined)]);
    const listener = opened();
    if (!listener) throw new Error("It never began.");
    return { said, ended, stop, listener, kinds: () => said.map(({ kind }) => kind) };
  };
}
