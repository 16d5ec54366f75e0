import { BASE, FRAME } from "./embed-built";
import { el } from "./embed-parts";
import type { CheckoutErrorCode, CheckoutOptions } from "./embed-types";
import { type FrameMessage, type LoaderMessage, readFrameMessage, withVersion } from "./protocol";

const READY_WITHIN_MS = 12_000;
/**
 * A loaded page answers `hello` immediately. Without an answer within this time, the frame was refused or shows another
 * page.
 */
const ASK_REASON_AFTER_MS = 2_000;
const MAX_HEIGHT_PX = 20_000;

/** The options as a query. The page ignores an empty value. */
export function queryOf({ paymentToken, locale, theme, bankWindow }: CheckoutOptions): string {
  const query = { payment_token: paymentToken, locale: locale ?? "", theme: theme ?? "", window: bankWindow ?? "" };
  return `?${new URLSearchParams(query)}`;
}

/** Details of an error from the service: texts for the customer, the cause for the developer. */
export type ErrorDetails = {
  code?: CheckoutErrorCode;
  cause?: string;
  test?: number | boolean;
  title?: string;
  say?: string;
  reload?: string;
};

type OnMessage = (message: FrameMessage) => void;
type Fail = (code: CheckoutErrorCode, details?: ErrorDetails) => void;
/** Sends a message to the page in the frame; removes the frame. */
export type Frame = readonly [post: (type: LoaderMessage["type"]) => void, stop: () => void];

/** Why a frame was refused, from the service; empty if the shop's content policy or the network prevents the request. */
function reasonOf(query: string): Promise<ErrorDetails> {
  return fetch(`${BASE}/embed/check${query}`)
    .then((answer) => answer.json())
    .catch(() => ({}));
}

/**
 * Adds a frame with the checkout to `panel`, hidden until it is ready. Reports its messages, and why it did not load.
 * `options`: one object, which changes with the shop's updates while the frame is open.
 */
export function openFrame(panel: ParentNode, options: CheckoutOptions, onMessage: OnMessage, fail: Fail): Frame {
  const frame = el("iframe");
  const gone = new AbortController();
  const { signal } = gone;
  const query = queryOf(options);
  let waiting = true;
  let shown = false;
  const post: Frame[0] = (type) => {
    const given = Object.keys(options).filter((name) => options[name as keyof CheckoutOptions]);
    frame.contentWindow?.postMessage(withVersion({ type, options: given }), BASE);
  };
  const failWaiting: Fail = (code, details) => {
    if (!waiting) return;
    waiting = shown = false;
    frame.style = ""; // Hidden, as at first.
    fail(code, details);
  };
  async function reportWaiting(): Promise<void> {
    if (!waiting) return;
    const details = await reasonOf(query);
    // Of a later page, such as one in another language, an error page has loaded. The first one has its timeout.
    if (details.code || shown) failWaiting(details.code ?? "timeout", details);
  }

  addEventListener(
    "message",
    (event) => {
      // `isTrusted`: a script-created event can claim any source and origin.
      const isOurs = event.isTrusted && event.source === frame.contentWindow && event.origin === BASE;
      const message = isOurs && readFrameMessage(event.data);
      if (!message) return;
      if ("height" in message) frame.style.height = `${Math.min(message.height, MAX_HEIGHT_PX)}px`;
      const isFirst = !shown;
      if (message.type === "ready") {
        waiting = false;
        shown = true;
        frame.style.visibility = "visible";
      }
      // A frame that reloads, for example in another language, repeats `ready`: the shop gets it once.
      if (isFirst || !/^(ready|expired)$/.test(message.type)) onMessage(message);
    },
    { signal },
  );
  addEventListener(
    "securitypolicyviolation",
    (event) => {
      const isBlocked = event.disposition === "enforce" && event.effectiveDirective === "frame-src";
      if (isBlocked && event.blockedURI.startsWith(BASE)) failWaiting("frame_blocked");
    },
    { signal },
  );
  setTimeout(() => shown || failWaiting("timeout"), READY_WITHIN_MS);

  frame.title = FRAME;
  frame.src = `${BASE}/embed${query}`;
  frame.referrerPolicy = "no-referrer";
  frame.onload = () => {
    waiting = true;
    post("hello");
    setTimeout(reportWaiting, ASK_REASON_AFTER_MS);
  };
  panel.append(frame);
  const stop = () => {
    waiting = false;
    gone.abort();
    frame.remove();
  };
  return [post, stop];
}
