// Keeps the page up to date: an event stream reports that the state changed, and the script fetches it. It also polls:
// every 30 s while the stream is open, else at the interval from the server.
import { showChoice } from "./choice";
import { setTimeLeft } from "./countdown";
import { root } from "./dom";
import { localise, notifyShop } from "./shop";
import { swapState } from "./swap";
import { pollDelay } from "./timing";

export type State = { phase: string; expiresInS: number | null; html: string | null; go: string | null };

export const JSON_ONLY = { headers: { Accept: "application/json" } };

const BEHIND_STREAM_MS = 30_000;
/** After this time without a response the state is requested again: a connection may be lost without an error. */
const NO_RESPONSE_MS = 15_000;
/** After the button is pressed, the page shows for this long that the bank is being opened. */
const OPENING_MS = 20_000;
/** A return to the page fires several events at once; one request serves them all. */
const TOGETHER_MS = 50;

let unchanged = 0;
let timer = 0;
let refreshTimer = 0;
let paused = false;
let openedAt = Number.NEGATIVE_INFINITY;
// Counts requests and sent forms: responses to earlier requests are out of date.
let round = 0;
let stream: EventSource | null = null;
// The stream has sent a message, so no proxy buffers it.
let streaming = false;
// The server refused the stream; it is tried again when the customer returns.
let streamRefused = false;

const key = () => root().dataset.key ?? "";
const isOpening = () => performance.now() - openedAt < OPENING_MS;

/** Updates the page to a state from the server. */
export function apply(state: State): void {
  if (state.expiresInS !== null) setTimeLeft(state.expiresInS);
  unchanged = state.html === null ? unchanged + 1 : 0;
  if (state.html === null) return;
  swapState(state.html);
  showChoice();
  localise();
  notifyShop();
  const { leave } = root().dataset;
  if (leave) location.replace(leave);
}

async function fetchState(): Promise<void> {
  window.clearTimeout(timer);
  const { state, amount, poll } = root().dataset;
  if (!state || paused || document.hidden) return;
  const url = new URL(state, location.href);
  url.searchParams.set("key", key());
  url.searchParams.set("seen", amount ?? "");
  if (isOpening()) url.searchParams.set("open", "1");
  const mine = ++round;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(NO_RESPONSE_MS), ...JSON_ONLY });
    // The link can no longer be paid: its page says why, and does not poll.
    if (response.status === 410 && poll) location.reload();
    const next = response.ok ? ((await response.json()) as State) : null;
    if (mine !== round) return;
    if (next) apply(next);
    else unchanged += 1;
  } catch {
    unchanged += 1;
  }
  schedule();
}

/** Opens the stream if the state can still change, and schedules the next poll. */
export function schedule(): void {
  window.clearTimeout(timer);
  // A pending refresh ends here too.
  if (refreshTimer) return;
  listen();
  const { poll } = root().dataset;
  if (!poll) return;
  timer = window.setTimeout(fetchState, streaming ? BEHIND_STREAM_MS : pollDelay(Number(poll), unchanged));
}

function listen(): void {
  const { poll, events } = root().dataset;
  const isWanted = poll && events && !document.hidden && !streamRefused && window.EventSource;
  if (!isWanted) closeStream();
  if (!isWanted || stream) return;
  stream = new EventSource(events);
  stream.onmessage = ({ data }: MessageEvent<string>) => {
    const isFirst = !streaming;
    streaming = true;
    // The page's own key continues after the stream's key: whether the bank was opened here recently, and unavailable
    // banks.
    if (!key().startsWith(data)) void fetchState();
    else if (isFirst) schedule();
  };
  stream.onerror = () => {
    const wasStreaming = streaming;
    // Otherwise the browser reconnects, and the page polls until then.
    if (stream?.readyState === 2) streamRefused = true;
    if (streamRefused) closeStream();
    streaming = false;
    if (wasStreaming) schedule();
  };
}

/** Closes the stream while the page is hidden: the server frees its slot, and the browser may suspend the page. */
function closeStream(): void {
  stream?.close();
  stream = null;
  streaming = false;
}

/** Fetches the state after the customer or the device returns. */
export function refreshNow(): void {
  window.clearTimeout(refreshTimer);
  refreshTimer = window.setTimeout(() => {
    refreshTimer = 0;
    unchanged = 0;
    streamRefused = false;
    void fetchState();
  }, TOGETHER_MS);
}

/** Pauses polling while a form is being sent; earlier responses are discarded. */
export function pausePolling(on: boolean): void {
  paused = on;
  round += 1;
  if (!on) schedule();
}

/** Remembers that the bank is being opened from this page. */
export function noteOpening(): void {
  openedAt = performance.now();
}

/** Fetches the state when the customer returns, the connection is restored, or the device wakes. */
export function startLive(): void {
  document.addEventListener("visibilitychange", () => {
    openedAt = Number.NEGATIVE_INFINITY;
    if (document.hidden) closeStream();
    else refreshNow();
  });
  window.addEventListener("pagehide", closeStream);
  window.addEventListener("online", refreshNow);
  schedule();
}
