import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import { createBell } from "@/server/jobs/bell";
import { boundNamed } from "@/server/lib/bounds";
import { log } from "@/server/lib/log";
import { releaseSlot } from "@/server/lib/request-slot";
import { type Watch, watchCheckout } from "@/server/payments/watch-checkout";

/** What a stream tells of: a short text that differs whenever the page would, and when that may be without any news. */
export type Glance = { key: string; isFinal: boolean; changesInS: number | null };

/** Whose news, and how to look. `id`: of the payment request, or of the link. */
export type Source = { id: string; look(): Promise<Glance> };

/**
 * Nothing but memory and a socket is held for each; who finds no room polls. A token is one person's: a few screens, each
 * of which closes its stream while it is not looked at.
 */
const { all: MAX_STREAMS, own: MAX_STREAMS_OF_ONE } = boundNamed("event stream").streams;
/** Looks at once of each door, so that the news that the connection was lost does not take the whole pool. */
const MAX_LOOKS = 4;
/** Proxies cut what is silent: many after 30 seconds. */
const HEARTBEAT_MS = 15_000;
/** Even without news: what a pooler in between swallowed comes out by then. */
const SAFETY_LOOK_MS = 60_000;
/** A look just before the moment would find nothing. */
const AFTER_THE_MOMENT_MS = 250;
/** Then the browser connects again: to another process perhaps, or behind a proxy that has been changed. */
const MAX_AGE_MS = 10 * 60_000;
/** Spread, because all the readers of a process that ends come back to the others. */
const RETRY_MS = { least: 1_000, spread: 3_000 };

const HEADERS = {
  ...PRIVATE_HEADERS,
  "Content-Type": "text/event-stream",
  // no-transform: nothing on the way holds it back to compress it (our own entry, RFC 9111 §5.2.2.6). The last is nginx's.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;

// Next bundles each door by itself: the counts are of the process.
const kept = globalThis as { banksideStreams?: Map<string, number> };

function countOf(id: string): { all: number; own: number } {
  kept.banksideStreams ??= new Map();
  let all = 0;
  for (const count of kept.banksideStreams.values()) all += count;
  return { all, own: kept.banksideStreams.get(id) ?? 0 };
}

function count(id: string, by: 1 | -1): void {
  const next = countOf(id).own + by;
  if (next > 0) kept.banksideStreams?.set(id, next);
  else kept.banksideStreams?.delete(id);
}

/** Streams that are open in this process. For tests. */
export function openStreams(): number {
  return countOf("").all;
}

/**
 * A stream of events (HTML, "Server-sent events"): each holds the key of what the page would show now, the first at once,
 * the next whenever it differs. 204 where nothing will change any more, which ends the browser's asking; 503 where there
 * is no room, or nobody hears of news: the page polls.
 */
export async function eventStream(request: Request, source: Source): Promise<Response> {
  // Nobody reads what a HEAD would be told, and nobody would hang up: the place would be taken until the stream is old.
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const { all, own } = countOf(source.id);
  if (all >= MAX_STREAMS || own >= MAX_STREAMS_OF_ONE) return noRoom();
  count(source.id, 1);
  try {
    if ((await source.look()).isFinal) return release(source.id, new Response(null, { status: 204, headers: HEADERS }));
    const reader = newReader(source);
    const watch = await watchCheckout(source.id, reader.ring);
    if (!watch.hears() || request.signal.aborted) {
      watch.stop();
      return release(source.id, noRoom());
    }
    request.signal.addEventListener("abort", reader.end);
    // It lasts for minutes, and is bounded by the counts above.
    releaseSlot();
    return new Response(bodyOf(source, reader, watch), { headers: HEADERS });
  } catch (error) {
    count(source.id, -1);
    throw error;
  }
}

function noRoom(): Response {
  return new Response(null, { status: 503, headers: { ...PRIVATE_HEADERS, "Retry-After": "30" } });
}

function release(id: string, response: Response): Response {
  count(id, -1);
  return response;
}

type Reader = ReturnType<typeof newReader>;

/** Who reads a stream: woken by news and by the clock, until he goes or the stream is over. */
function newReader(source: Source) {
  const bell = createBell();
  const state = { ended: false, rung: true };
  const startedAt = performance.now();
  return {
    state,
    look: () => inTurn(source.look),
    isOld: () => performance.now() - startedAt > MAX_AGE_MS,
    ring() {
      state.rung = true;
      bell.ring();
    },
    end() {
      state.ended = true;
      bell.ring();
    },
    sleep: (ms: number) => bell.sleep(ms),
  };
}

function bodyOf({ id }: Source, reader: Reader, watch: Watch): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!reader.state.ended) controller.enqueue(encoder.encode(text));
      };
      follow(reader, watch, write)
        .catch((error: unknown) => log().warn({ error }, "a checkout's stream of events broke"))
        .finally(() => {
          reader.state.ended = true;
          watch.stop();
          count(id, -1);
          try {
            controller.close();
          } catch {
            // Whoever read it has gone: it is closed already.
          }
        });
    },
    cancel: reader.end,
  });
}

async function follow(reader: Reader, watch: Watch, write: (text: string) => void): Promise<void> {
  write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
  let told = "";
  while (!reader.state.ended && watch.hears() && !reader.isOld()) {
    reader.state.rung = false;
    const { key, isFinal, changesInS } = await reader.look();
    if (key !== told) write(`data: ${key}\n\n`);
    told = key;
    if (isFinal) return;
    const nextMs = changesInS === null ? SAFETY_LOOK_MS : changesInS * 1_000 + AFTER_THE_MOMENT_MS;
    await rest(reader, Math.min(nextMs, SAFETY_LOOK_MS), write);
  }
}

/** Until there is news, or for so long; with a sign of life now and then. */
async function rest({ state, sleep: pause }: Reader, ms: number, write: (text: string) => void): Promise<void> {
  const untilMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0 && !state.rung && !state.ended; leftMs = untilMs - performance.now()) {
    await pause(Math.min(leftMs, HEARTBEAT_MS));
    if (!state.rung && leftMs > HEARTBEAT_MS) write(": \n\n");
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
