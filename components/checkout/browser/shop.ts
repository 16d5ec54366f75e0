import { all, find, isFramed, root } from "./dom";

const VERSION = 1;

// The shop's origin, once a message from it proved which of the allowed ones it is. Nothing is sent before, and never to "*".
let shopOrigin: string | null = null;

type Message =
  | { type: "ready" | "height"; height: number }
  | { type: "change"; phase: string; amount: number; currency: string }
  | { type: "complete"; status: "success"; paymentRequestId: string };

function send(message: Message): void {
  if (shopOrigin !== null) window.parent.postMessage({ bankside: VERSION, ...message }, shopOrigin);
}

function heightNow(): number {
  return Math.ceil(root().getBoundingClientRect().height);
}

let told = "";

/** Tells the shop how the payment stands, if that is news. */
export function tellShop(): void {
  const { phase = "", amount = "", currency = "", request } = root().dataset;
  const news = `${phase}:${amount}`;
  if (shopOrigin === null || news === told) return;
  told = news;
  send({ type: "change", phase, amount: Number(amount), currency });
  if (phase === "paid" || phase === "paid_late")
    send({ type: "complete", status: "success", paymentRequestId: request ?? "" });
}

/** Answers the loader's greeting, then keeps the frame as high as its content. `refresh`: the shop asks to look again now. */
export function talkToShop(refresh: () => void): void {
  if (!isFramed()) return;
  const allowed = new Set((root().dataset.origins ?? "").split(" "));
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !allowed.has(origin)) return;
    const message = data as { bankside?: unknown; type?: unknown } | null;
    if (message?.bankside !== VERSION) return;
    if (message.type === "refresh") refresh();
    if (message.type !== "hello") return;
    shopOrigin = origin;
    send({ type: "ready", height: heightNow() });
    tellShop();
  });
  new ResizeObserver(() => send({ type: "height", height: heightNow() })).observe(root());
}

const IN_APP = /FBAN|FBAV|Instagram|Line\/|; wv\)|MicroMessenger|TikTok|Snapchat/;

/** Shows the note for browsers inside other apps, and times in the shopper's own zone. */
export function localise(): void {
  const note = find("[data-note=in-app]");
  if (note && IN_APP.test(navigator.userAgent)) note.hidden = false;
  for (const time of all<HTMLTimeElement>("time")) {
    const options: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    time.textContent = new Intl.DateTimeFormat("en-GB", options).format(new Date(time.dateTime));
  }
}
