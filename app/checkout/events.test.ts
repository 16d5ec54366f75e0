import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startWorker } from "../../server/jobs/worker";
import { db } from "../../server/lib/db";
import { closeWatches } from "../../server/payments/checkout/watch-checkout";
import { paymentJobs } from "../../server/payments/jobs";
import { checkoutOfThisFile, locationOf } from "../../server/test/banks/checkout";
import { answerAtBank } from "../../server/test/banks/simbank";
import { query } from "../../server/test/database";
import { until } from "../../server/test/until";
import { sizeOf } from "../../verification/depth";
import { LIMIT_FACTOR } from "../../verification/limits";
import { GET as showEvents } from "../embed/events/route";
import { POST as pressEmbed } from "../embed/route";
import { GET as showLinkEvents } from "../pay/[token]/events/route";
import { GET as showReturn } from "../return/route";
import { openStreams } from "./stream-counts";

const { at, form, newRequest, newLink } = checkoutOfThisFile();
type Stream = {
  response: Promise<Response>;
  /** Events that were received and not read yet. */
  events: string[];
  /** The number of comments that were received. */
  comments(): number;
  isOver(): boolean;
  close(): void;
  /** The phase of the next event, in order of arrival. */
  next(): Promise<string>;
};
const open: Stream[] = [];

beforeEach(() => {
  // A stream polls every ten seconds, which would hide a missing notification: here they never end.
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stream of open.splice(0)) stream.close();
  await until(() => openStreams() === 0);
});
afterAll(closeWatches);

/** A browser with an open stream. */
function listenTo(answer: Promise<Response>, gone: AbortController): Stream {
  const events: string[] = [];
  let comments = 0;
  let over = false;
  void (async () => {
    const response = await answer;
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array);
      events.push(...[...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => data));
      comments += [...text.matchAll(/^: $/gm)].length;
    }
    over = true;
  })().catch(() => undefined);
  const stream: Stream = {
    response: answer,
    events,
    comments: () => comments,
    isOver: () => over,
    close: () => gone.abort(),
    next: async () => {
      await until(() => events.length > 0);
      return events.shift()?.split(":")[0] ?? "";
    },
  };
  open.push(stream);
  return stream;
}

function follow(token: string, more = "") {
  const gone = new AbortController();
  return listenTo(showEvents(at(`/embed/events?payment_token=${token}${more}`, { signal: gone.signal })), gone);
}

function followLink(token: string) {
  const gone = new AbortController();
  const asked = at(`/pay/${token}/events`, { signal: gone.signal });
  return listenTo(showLinkEvents(asked, { params: Promise.resolve({ token }) }), gone);
}

/** A change by a transaction of any process of the product, which notifies after its commit. */
const change = (sql: string, ...values: string[]) => db().$transaction((tx) => tx.$executeRawUnsafe(sql, ...values));

const listeners = async () => {
  const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE application_name = 'bankside checkout' AND datname = current_database()`;
  return (await query<{ n: number }>(sql)).rows[0]?.n;
};

async function press(token: string): Promise<string> {
  return locationOf(await pressEmbed(at(`/embed?payment_token=${token}`, form())));
}

describe("the event stream of a payment's page", () => {
  test("is not buffered, and begins with the current state", async () => {
    const stream = follow(await newRequest());
    const { status, headers } = await stream.response;
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(await stream.next()).toBe("choosing");
  });

  test("sends every step of a payment made elsewhere, in order, and ends with it", async () => {
    const token = await newRequest();
    const stream = follow(token);
    expect(await stream.next()).toBe("choosing");
    const atBank = await press(token);
    const answered = await answerAtBank(atBank, "approve");
    await showReturn(at(answered.headers.get("location") ?? ""));
    const worker = await startWorker(paymentJobs);
    await until(stream.isOver).finally(() => worker.stop());
    const phases = stream.events.map((event) => event.split(":")[0] ?? "");
    const order = ["starting", "at_bank", "confirming", "paid"];
    expect(phases.map((phase) => order.indexOf(phase))).toEqual(
      phases.map((phase) => order.indexOf(phase)).toSorted((a, b) => a - b),
    );
    expect(phases.at(-1)).toBe("paid");
    // The browser would reconnect; this response stops it.
    expect((await follow(token).response).status).toBe(204);
  });

  test("gets a change of its own payment in another session after its commit, not before", async () => {
    const [token, other] = [await newRequest(), await newRequest()];
    const [stream, another] = [follow(token), follow(other)];
    expect([await stream.next(), await another.next()]).toEqual(["choosing", "choosing"]);
    const hash = "token_hash = sha256(convert_to($1, 'UTF8'))";
    await db().$transaction(async (tx) => {
      await tx.$executeRawUnsafe(`UPDATE payment_requests SET amount = 9900 WHERE ${hash}`, token);
      // Only committed changes of other sessions are sent.
      await change(`UPDATE payment_requests SET amount = 8800 WHERE ${hash}`, other);
      await until(() => another.events.length === 1);
      expect(stream.events).toEqual([]);
    });
    await until(() => stream.events.length === 1);
    expect(stream.events[0]).toMatch(/^choosing:9900:/);
    expect(another.events[0]).toMatch(/^choosing:8800:/);
    await change("UPDATE payment_requests SET order_id = 'unseen'");
    expect([stream.events.length, another.events.length]).toEqual([1, 1]);
  });

  test("sends changes that only the clock causes, before the poll of each minute", {
    timeout: 50_000 * LIMIT_FACTOR,
  }, async () => {
    vi.useRealTimers();
    const token = await newRequest();
    const stream = follow(token);
    expect(await stream.next()).toBe("choosing");
    await change("UPDATE payment_requests SET expires_at = app_now() + '1 second'");
    expect(await stream.next()).toBe("expired");
  });

  test("sends a comment at each look that finds no change, for proxies that close silent connections", async () => {
    const token = await newRequest();
    const stream = follow(token);
    expect(await stream.next()).toBe("choosing");
    expect(stream.comments()).toBe(0);
    await until(() => stream.comments() > 0);
    expect(stream.events).toEqual([]);
  });

  test("of a link, sends the started payment and the link's end", async () => {
    const token = await newLink();
    const stream = followLink(token);
    expect(await stream.next()).toBe("choosing");
    await change("UPDATE payment_links SET cancelled_at = app_now()");
    expect(await stream.next()).toBe("link_cancelled");
    await until(stream.isOver);
  });

  test("of an unknown token is a 404", async () => {
    expect((await follow("ptok_unknown").response).status).toBe(404);
    expect((await followLink("unknown").response).status).toBe(404);
  });
});

const STREAMS = sizeOf("streams at once");
const STREAMS_OF_EACH = 8;

describe("the cost of streams", () => {
  test(
    `${STREAMS} at once listen over one connection, a burst reaches each, and nothing is held when they are gone`,
    async () => {
      const tokens = await Promise.all(Array.from({ length: STREAMS / STREAMS_OF_EACH }, newRequest));
      const streams = tokens.flatMap((token) => Array.from({ length: STREAMS_OF_EACH }, () => follow(token)));
      for (const stream of streams) expect(await stream.next()).toBe("choosing");
      expect([openStreams(), await listeners()]).toEqual([STREAMS, 1]);
      await change("UPDATE payment_requests SET amount = amount + 1 WHERE status = 'pending'");
      for (const stream of streams) expect(await stream.next()).toBe("choosing");
      for (const stream of streams) stream.close();
      await until(() => openStreams() === 0);
      await until(async () => (await listeners()) === 0);
    },
    120_000 * LIMIT_FACTOR,
  );

  test("one token has eight streams; the ninth must poll until one closes", async () => {
    const token = await newRequest();
    const streams = Array.from({ length: STREAMS_OF_EACH }, () => follow(token));
    for (const stream of streams) await stream.next();
    expect((await follow(token).response).status).toBe(503);
    streams[0]?.close();
    await until(() => openStreams() === 7);
    expect((await follow(token).response).status).toBe(200);
  });

  test("a HEAD request opens no stream", async () => {
    const answer = await showEvents(at(`/embed/events?payment_token=${await newRequest()}`, { method: "HEAD" }));
    expect([answer.status, answer.body, openStreams()]).toEqual([200, null, 0]);
  });

  test("a lost database connection is restored, and changes in between are sent", async () => {
    const token = await newRequest();
    const stream = follow(token);
    expect(await stream.next()).toBe("choosing");
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'bankside checkout' AND datname = current_database()`);
    await change("UPDATE payment_requests SET amount = 9900 WHERE status = 'pending'");
    await until(() => stream.events.length > 0);
    expect(stream.events[0]).toMatch(/^choosing:9900:/);
    await until(async () => (await listeners()) === 1);
  });
});
