import { afterEach } from "vitest";
import { type ListenerInput, runListener } from "../webhooks/listen/run-listener";
import { query } from "./database";
import { ctx } from "./fixtures";
import { until } from "./until";

type Said = Parameters<ListenerInput["tell"]>[0];

/** The ids of the events of these calls, in order. */
export const idsOf = (received: ReadonlyArray<{ headers: Record<string, unknown> }>) =>
  received.map(({ headers }) => headers["x-event-id"]);

/** The merchant's events, by the ids that it sees, in the order in which they were recorded. */
export const recordedFor = (merchantId: string) =>
  query(async (client) => {
    const sql = "SELECT id FROM webhook_events WHERE merchant_id = $1 ORDER BY id";
    return (await client.query<{ id: string }>(sql, [merchantId])).rows.map(({ id }) => `evt_${id}`);
  });

/** Listeners of one merchant after the other, which end with their test. Registers a hook: call it once, in a file. */
export function listenersOfEachTest(merchantId: () => string) {
  const running: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    for (const stop of running.splice(0)) await stop();
  });
  /** One that runs until it is stopped, and what it has said. */
  return async (
    forward: string,
    given: Partial<ListenerInput> = {},
    hears: { heldBack: boolean } = { heldBack: false },
  ) => {
    const said: Said[] = [];
    const ending = new AbortController();
    const base = { name: "desk", eventTypes: [], from: undefined, stopOnFailure: false, ...given };
    // Any transaction of the whole server holds a listener back, another test's too: heard of where it is meant.
    const tell = (one: Said) => void (one.kind === "held-back" && !hears.heldBack ? null : said.push(one));
    const ended = runListener(ctx, { merchantId: merchantId(), forward, ending: ending.signal, tell, ...base });
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
