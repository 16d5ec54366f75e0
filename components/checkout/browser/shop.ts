import { dateTimeText, untilText } from "../languages/format";
import { all, find, isFramed, root } from "./dom";
import { type ExpiredMessage, type FrameMessage, readLoaderMessage, withVersion } from "./protocol";

// The shop's origin, once a message from it has identified which of the allowed origins it is. No message is sent
// before that, and none to "*".
let shopOrigin: string | null = null;
/** The shop gave the loader `onStartAgain`. */
let canRestart = false;

function send(message: FrameMessage): void {
  if (shopOrigin !== null) window.parent.postMessage(withVersion(message), shopOrigin);
}

function heightNow(): number {
  return Math.ceil(root().getBoundingClientRect().height);
}

/** Results of the final phases, for the shop's page. */
const ENDS: Record<string, "success" | "failed" | "cancelled" | "expired" | undefined> = {
  paid: "success",
  paid_late: "success",
  refused: "failed",
  failed: "failed",
  cancelled: "cancelled",
  cancelled_at_bank: "cancelled",
  paid_elsewhere: "cancelled",
  expired: "expired",
};

/**
 * Sends the phase and the amount to the shop if they changed. The last ones are the frame's name, so that a reload, for
 * example in another language, does not report the same state again.
 */
export function notifyShop(): void {
  showRestart();
  const { phase = "", amount = "", currency = "", request: paymentRequestId = "" } = root().dataset;
  const change = `${phase}:${amount}`;
  if (shopOrigin === null || change === window.name) return;
  window.name = change;
  send({ type: "change", phase, amount: Number(amount), currency });
  const status = ENDS[phase];
  if (status) send({ type: "ended", status, paymentRequestId });
}

function answerHello(): void {
  const { over } = root().dataset;
  // Present if the token had expired before the page was rendered: the loader can reload the shop's page.
  if (over !== undefined) {
    notifyShop();
    send({ type: "expired", ...(JSON.parse(over) as ExpiredMessage) });
  }
  send({ type: "ready", height: heightNow() });
  notifyShop();
}

/** In test: warns of options that `mount` does not have. */
function warnOfOptions(given: unknown): void {
  const known = root().dataset.options?.split(" ");
  if (!known || !Array.isArray(given)) return;
  for (const name of given.map(String).filter((each) => !known.includes(each))) {
    const meant = alike(name, known);
    const hint = meant === undefined ? `It has ${known.join(", ")}.` : `Did you mean ${meant}?`;
    console.warn(`Bankside: mount has no option "${name}". ${hint}`);
  }
}

/** The name that shares the most pairs of letters, at least half of those of `name`. */
function alike(name: string, known: readonly string[]): string | undefined {
  const pairs = (text: string) => {
    const letters = text.toLowerCase().replace(/[^a-z]/g, "");
    return [...letters].slice(1).map((letter, at) => letters[at] + letter);
  };
  const wanted = pairs(name);
  const shared = (each: string) => pairs(each).filter((pair) => wanted.includes(pair)).length;
  const [best = ""] = [...known].sort((a, b) => shared(b) - shared(a));
  return shared(best) * 2 > wanted.length ? best : undefined;
}

/** Answers the loader's `hello`, then reports the frame's height. On `refresh` the state is fetched. */
export function connectToShop(refresh: () => void): void {
  if (!isFramed()) return;
  const allowed = new Set((root().dataset.origins ?? "").split(" "));
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !allowed.has(origin)) return;
    const message = readLoaderMessage(data);
    if (!message) return;
    canRestart = message.options?.includes("onStartAgain") === true;
    showRestart();
    if (message.type === "refresh") return refresh();
    shopOrigin = origin;
    warnOfOptions(message.options);
    answerHello();
  });
  document.addEventListener("click", onRestart);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isHandledHere(event)) send({ type: "close" });
  });
  new ResizeObserver(() => send({ type: "height", height: heightNow() })).observe(document.body);
}

// With `display: "modal"`, Escape closes the shop's dialog, unless it clears a search or closes a dialog of this page.
function isHandledHere({ target, defaultPrevented }: KeyboardEvent): boolean {
  const emptiesSearch = target instanceof HTMLInputElement && target.type === "search" && target.value !== "";
  return defaultPrevented || emptiesSearch || find("dialog[open]") !== null;
}

/** Rewrites times in the customer's time zone. */
export function localise(): void {
  const { lang } = document.documentElement;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  for (const time of all<HTMLTimeElement>("time")) {
    const at = new Date(time.dateTime);
    const { until, day } = time.dataset;
    if (until !== undefined) time.textContent = untilText(at, lang, timeZone);
    else if (day !== undefined) time.textContent = dateTimeText(at, lang, timeZone);
    else time.textContent = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" }).format(at);
    time.dataset.here = "";
  }
}

let requestedAt = Number.NEGATIVE_INFINITY;
/** A second press within this time asks the shop for nothing. */
const RESTART_AGAIN_MS = 5_000;

/** Shows "Start again" where the shop can make a new payment in this frame. The link with the failure address stays. */
function showRestart(): void {
  for (const one of all("[data-restart]:not(a)")) one.hidden = !canRestart;
  for (const one of all("[data-no-restart]")) one.hidden = canRestart;
}

function onRestart(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest("[data-restart]");
  if (!canRestart || !button) return;
  event.preventDefault();
  if (performance.now() - requestedAt < RESTART_AGAIN_MS) return;
  requestedAt = performance.now();
  send({ type: "restart" });
}
