import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import { createWakeSignal } from "@/server/jobs/wake-signal";
import { log } from "@/server/lib/log";
import { releaseSlot } from "@/server/lib/request-slot";
import { type Watch, watchCheckout } from "@/server/payments/checkout/watch-checkout";
import { type Subject, takeStream } from "./stream-counts";

/**
 * The version of a page's content. `key` changes whenever the content changes; `changesInS`: seconds until time alone
 * changes it.
 */
export type StateVersion = { key: string; isFinal: boolean; changesInS: number | null };

/** The subject of a stream and how to read its version. */
export type Source = Subject & { look(): Promise<StateVersion> };

/**
 * Concurrent reads per route, so that a lost connection, which wakes all streams, does not exhaust the database pool.
 */
const MAX_LOOKS = 4;
/** Reads the state at least this often: a process that ends right after a commit sends no notification of it. */
const SAFETY_LOOK_MS = 10_000;
/** Reads slightly after the expected change: a read just before it would see the old state. */
const AFTER_THE_MOMENT_MS = 250;
/** After this time the browser reconnects, perhaps to another process or a reconfigured proxy. */
const MAX_AGE_MS = 10 * 60_000;
/** Random spread, because all clients of a process that stops reconnect to the other processes at the same time. */
const RETRY_MS = { least: 1_000, spread: 3_000 };

const HEADERS = {
  ...PRIVATE_HEADERS,
  "Content-Type": "text/event-stream",
  // no-transform: no proxy buffers the stream to compress it (our own entry, RFC 9111 §5.2.2.6). X-Accel-Buffering does
  // the same for nginx.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/**
 * An event stream (HTML, "Server-sent events"). Each event holds the key of the page's content: the first is sent at
 * once, the next when the key differs. 204 for a final state: the browser stops reconnecting. 503 at the limit, or when
 * the process receives no notifications: the page polls.
 */
export async function eventStream(request: Request, source: Source): Promise<Response> {
  // A HEAD request reads no body and may never close the stream, which would use a slot for MAX_AGE_MS.
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const endStream = takeStream(source);
  if (!endStream) return noRoom();
  try {
    if ((await source.look()).isFinal) return release(endStream, new Response(null, { status: 204, headers: HEADERS }));
    const reader = newReader(source);
    const watch = await watchCheckout(source.id, reader.ring);
    if (!watch.isListening() || request.signal.aborted) {
      watch.stop();
      return release(endStream, noRoom());
    }
    request.signal.addEventListener("abort", reader.end);
    // A stream lasts for minutes; stream-counts.ts limits it instead of a request slot.
    releaseSlot();
    return new Response(bodyOf(reader, watch, endStream), { headers: HEADERS });
  } catch (error) {
    endStream();
    throw error;
  }
}

function noRoom(): Response {
  return new Response(null, { status: 503, headers: { ...PRIVATE_HEADERS, "Retry-After": "30" } });
}

function release(endStream: () => void, response: Response): Response {
  endStream();
  return response;
}

type Reader = ReturnType<typeof newReader>;

/** The state of one stream: woken by notifications and by timers, until the client disconnects or the stream ends. */
function newReader(source: Source) {
  const wakeSignal = createWakeSignal();
  const state = { ended: false, rung: true };
  const startedAt = performance.now();
  return {
    state,
    look: () => inTurn(source.look),
    isOld: () => performance.now() - startedAt > MAX_AGE_MS,
    ring() {
      state.rung = true;
      wakeSignal.wake();
    },
    end() {
      state.ended = true;
      wakeSignal.wake();
    },
    sleep: (ms: number) => wakeSignal.sleep(ms),
  };
}

function bodyOf(reader: Reader, watch: Watch, endStream: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!reader.state.ended) controller.enqueue(encoder.encode(text));
      };
      follow(reader, watch, write)
        .catch((error: unknown) => log().warn({ error }, "the event stream of a checkout failed"))
        .finally(() => {
          reader.state.ended = true;
          watch.stop();
          endStream();
          try {
            controller.close();
          } catch {
            // The client has disconnected: the controller is already closed.
          }
        });
    },
    cancel: reader.end,
  });
}

async function follow(reader: Reader, watch: Watch, write: (text: string) => void): Promise<void> {
  write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
  let sentKey = "";
  while (!reader.state.ended && watch.isListening() && !reader.isOld()) {
    reader.state.rung = false;
    const { key, isFinal, changesInS } = await reader.look();
    if (key !== sentKey) write(`data: ${key}\n\n`);
    sentKey = key;
    if (isFinal) return;
    const nextMs = changesInS === null ? SAFETY_LOOK_MS : changesInS * 1_000 + AFTER_THE_MOMENT_MS;
    await rest(reader, Math.min(nextMs, SAFETY_LOOK_MS), write);
  }
}

/**
 * Waits for a notification, or for `ms` and then writes a comment: proxies close silent connections, many after 30
 * seconds, and only a write shows that a client has gone.
 */
async function rest({ state, sleep: pause }: Reader, ms: number, write: (text: string) => void): Promise<void> {
  const untilMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0 && !state.rung && !state.ended; leftMs = untilMs - performance.now()) {
    await pause(leftMs);
    if (!state.rung) write(": \n\n");
  }
}

let looksLeft = MAX_LOOKS;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (looksLeft === 0) await new Promise<void>((resolve) => queue.push(resolve));
  else looksLeft -= 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else looksLeft += 1;
  }
}
