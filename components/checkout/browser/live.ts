// How the page keeps in step: it is told of news by a stream of events, and asks what they are. Behind the stream it asks by
// itself: seldom while the stream is open, as often as the server says where there is none.
import { showChoice } from "./choice";
import { setTimeLeft } from "./countdown";
import { root } from "./dom";
import { localise, tellShop } from "./shop";
import { swapState } from "./swap";
import { pollDelay } from "./timing";

export type State = { phase: string; expiresInS: number | null; html: string | null; go: string | null };

export const JSON_ONLY = { headers: { Accept: "application/json" } };

const BEHIND_STREAM_MS = 30_000;
/** For so long after a press the page goes on saying that the bank is being opened: nobody reads it in less. */
const OPENING_MS = 20_000;
/** Coming back is told in several ways at once: one look answers them all. */
const TOGETHER_MS = 50;

let quiet = 0;
let timer = 0;
let looking = 0;
let held = false;
let openedAt = Number.NEGATIVE_INFINITY;
// Answers to what was asked before the last question or press are out of date.
let round = 0;
let stream: EventSource | null = null;
// It has told something: whatever stands between lets it through.
let streaming = false;
// There is no stream to be had; tried again when the shopper comes back.
let refused = false;

const key = () => root().dataset.key ?? "";
const isOpening = () => performance.now() - openedAt < OPENING_MS;

/** Brings the page to what the server has said. */
export function apply(state: State): void {
  if (state.expiresInS !== null) setTimeLeft(state.expiresInS);
  quiet = state.html === null ? quiet + 1 : 0;
  if (state.html === null) return;
  swapState(state.html);
  showChoice();
  localise();
  tellShop();
  const { leave } = root().dataset;
  if (leave) location.replace(leave);
}

async function ask(): Promise<void> {
  window.clearTimeout(timer);
  const { state, amount, poll } = root().dataset;
  if (!state || held || document.hidden) return;
  const url = new URL(state, location.href);
  url.searchParams.set("key", key());
  url.searchParams.set("seen", amount ?? "");
  if (isOpening()) url.searchParams.set("open", "1");
  const mine = ++round;
  try {
    const response = await fetch(url, JSON_ONLY);
    // A link that is gone meanwhile: its page says how, and waits for nothing more.
    if (response.status === 410 && poll) location.reload();
    const news = response.ok ? ((await response.json()) as State) : null;
    if (mine !== round) return;
    if (news) apply(news);
    else quiet += 1;
  } catch {
    quiet += 1;
  }
  schedule();
}

/** Listens where something may still come, and asks again in a while all the same. */
export function schedule(): void {
  window.clearTimeout(timer);
  // The look that is about to be taken ends here too.
  if (looking) return;
  listen();
  const { poll } = root().dataset;
  if (!poll) return;
  timer = window.setTimeout(ask, streaming ? BEHIND_STREAM_MS : pollDelay(Number(poll), quiet));
}

function listen(): void {
  const { poll, events } = root().dataset;
  const isWanted = poll && events && !document.hidden && !refused && window.EventSource;
  if (!isWanted) hush();
  if (!isWanted || stream) return;
  stream = new EventSource(events);
  stream.onmessage = ({ data }: MessageEvent<string>) => {
    const isFirst = !streaming;
    streaming = true;
    // Ours says besides whether the bank was pressed here a moment ago.
    if (!key().startsWith(data)) void ask();
    else if (isFirst) schedule();
  };
  stream.onerror = () => {
    const wasStreaming = streaming;
    // Else the browser connects again by itself, and until then the page asks.
    if (stream?.readyState === 2) refused = true;
    if (refused) hush();
    streaming = false;
    if (wasStreaming) schedule();
  };
}

/** Nobody looks: nothing is held open for it, and the browser may put the whole page to sleep. */
function hush(): void {
  stream?.close();
  stream = null;
  streaming = false;
}

/** The shopper is back, or the device is: asks how things stand now. */
export function lookNow(): void {
  window.clearTimeout(looking);
  looking = window.setTimeout(() => {
    looking = 0;
    quiet = 0;
    refused = false;
    void ask();
  }, TOGETHER_MS);
}

/** While a press is under way nothing is asked, and what was asked before it is out of date. */
export function hold(on: boolean): void {
  held = on;
  round += 1;
  if (!on) schedule();
}

/** The bank was pressed here, and opens now. */
export function noteOpening(): void {
  openedAt = performance.now();
}

/** Looks again whenever the shopper, the connection, or the device comes back. */
export function startLive(): void {
  document.addEventListener("visibilitychange", () => {
    openedAt = Number.NEGATIVE_INFINITY;
    if (document.hidden) hush();
    else lookNow();
  });
  window.addEventListener("pagehide", hush);
  window.addEventListener("online", lookNow);
  schedule();
}
