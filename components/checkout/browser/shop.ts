import { all, find, isFramed, root } from "./dom";
import { inVersion, type News, type Over, readWish } from "./protocol";

// The shop's origin, once a message from it proved which of the allowed ones it is. Nothing is sent before, and never to "*".
let shopOrigin: string | null = null;

function send(news: News): void {
  if (shopOrigin !== null) window.parent.postMessage(inVersion(news), shopOrigin);
}

function heightNow(): number {
  return Math.ceil(root().getBoundingClientRect().height);
}

/** How a phase ended, for the shop's page; the others have not. */
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

let told = "";

/** Tells the shop how the payment stands, if that is news. */
export function tellShop(): void {
  const { phase = "", amount = "", currency = "", request: paymentRequestId = "" } = root().dataset;
  const news = `${phase}:${amount}`;
  if (shopOrigin === null || news === told) return;
  told = news;
  send({ type: "change", phase, amount: Number(amount), currency });
  const status = ENDS[phase];
  if (status) send({ type: "ended", status, paymentRequestId });
}

function answerHello(): void {
  const { over } = root().dataset;
  // Drawn with the page where its token was over before: the loader, which is in the shop's page, can have that reloaded.
  if (over !== undefined) {
    tellShop();
    send({ type: "expired", ...(JSON.parse(over) as Over) });
  }
  send({ type: "ready", height: heightNow() });
  tellShop();
}

/** Answers the loader's greeting, then keeps the frame as high as its content. `refresh`: the shop asks to look again now. */
export function talkToShop(refresh: () => void): void {
  if (!isFramed()) return;
  const allowed = new Set((root().dataset.origins ?? "").split(" "));
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !allowed.has(origin)) return;
    const wish = readWish(data);
    if (wish?.type === "refresh") refresh();
    if (wish?.type !== "hello") return;
    shopOrigin = origin;
    answerHello();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !meansSomethingHere(event)) send({ type: "close" });
  });
  new ResizeObserver(() => send({ type: "height", height: heightNow() })).observe(document.body);
}

// The shop's page may hold this one in a dialog (`display: "modal"`), which Escape closes from in here too: not where it
// empties a search or closes something of ours.
function meansSomethingHere({ target, defaultPrevented }: KeyboardEvent): boolean {
  const emptiesSearch = target instanceof HTMLInputElement && target.type === "search" && target.value !== "";
  return defaultPrevented || emptiesSearch || find("dialog[open]") !== null;
}

/** Shows times in the shopper's own zone. */
export function localise(): void {
  for (const time of all<HTMLTimeElement>("time")) {
    const options: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
    time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, options).format(new Date(time.dateTime));
    time.dataset.here = "";
  }
}
