import { BASE, FRAME } from "./embed-built";
import type { CheckoutErrorCode, CheckoutOptions } from "./embed-types";
import { inVersion, type News, readNews, type Wish } from "./protocol";

const READY_WITHIN_MS = 12_000;
/** A page that has loaded answers at once: one that still has not by then was refused, or is not ours. */
const ASK_AFTER_MS = 2_000;
const MAX_HEIGHT_PX = 20_000;

/** What the page's address says of these options. An empty one counts there as absent. */
export function queryOf({ paymentToken, locale, theme, bankWindow }: CheckoutOptions): string {
  const query = { payment_token: paymentToken, locale: locale ?? "", theme: theme ?? "", window: bankWindow ?? "" };
  return `?${new URLSearchParams(query)}`;
}

/** More about a trouble, where the service told it: its words for the shopper, the cause for the developer. */
export type Told = {
  code?: CheckoutErrorCode;
  cause?: string;
  test?: number | boolean;
  title?: string;
  say?: string;
  reload?: string;
};

type Hear = (news: News) => void;
type Fail = (code: CheckoutErrorCode, told?: Told) => void;
/** To ask something of the page in the frame, and to take the frame away. */
export type Frame = readonly [post: (type: Wish["type"]) => void, stop: () => void];

/** Puts a frame with the checkout into `panel`, where it stays unseen until it is ready. Tells what it hears of it, and why nothing. */
export function openFrame(panel: Element, options: CheckoutOptions, hear: Hear, fail: Fail): Frame {
  const frame = document.createElement("iframe");
  const gone = new AbortController();
  const { signal } = gone;
  const query = queryOf(options);
  let waiting = true;
  const post = (type: Wish["type"]): void => frame.contentWindow?.postMessage(inVersion({ type }), BASE);
  const failWaiting: Fail = (code, told) => {
    if (waiting) fail(code, told);
  };
  /** Refused: the service says why, if this page lets it be asked. */
  async function askWhy(): Promise<void> {
    if (!waiting) return;
    try {
      const told: Told = await (await fetch(`${BASE}/embed/check${query}`)).json();
      if (told.code) failWaiting(told.code, told);
    } catch {
      // The time limit says so.
    }
  }

  addEventListener(
    "message",
    ({ source, origin, data, isTrusted }) => {
      // Events that a page made itself can name any source and origin.
      const news = isTrusted && source === frame.contentWindow && origin === BASE && readNews(data);
      if (!news) return;
      if ("height" in news) frame.style.height = `${Math.min(news.height, MAX_HEIGHT_PX)}px`;
      const isFirst = waiting;
      if (news.type === "ready") {
        waiting = false;
        frame.style.visibility = "visible";
      }
      // A frame that loads again, in another language say, has been ready before.
      if (isFirst || !/^(ready|expired)$/.test(news.type)) hear(news);
    },
    { signal },
  );
  addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI, disposition }) => {
      if (disposition === "enforce" && effectiveDirective === "frame-src" && blockedURI.startsWith(BASE))
        failWaiting("frame_blocked");
    },
    { signal },
  );
  setTimeout(failWaiting, READY_WITHIN_MS, "timeout");

  frame.title = FRAME;
  frame.src = `${BASE}/embed${query}`;
  frame.referrerPolicy = "no-referrer";
  frame.onload = () => {
    post("hello");
    setTimeout(askWhy, ASK_AFTER_MS);
  };
  panel.append(frame);
  const stop = () => {
    waiting = false;
    gone.abort();
    frame.remove();
  };
  return [post, stop];
}
