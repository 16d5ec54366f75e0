// Messages between the shop's page and the frame (window.postMessage). Each side validates the other's: a message of another
// version, type or shape is ignored. Kept small, because the loader is part of every shop's page.

/**
 * New types and fields keep the version, because receivers ignore unknown ones. A changed meaning needs a new version.
 */
const VERSION = 1;

/** The expired token's message in the page's language; `test`: 1 for a test payment, which also shows `cause` to the developer. */
export type ExpiredMessage = { test: number; cause: string; title: string; say: string; reload: string };

/**
 * Messages of the frame to the shop's page.
 * - ready: the page is drawn; the answer to `hello`
 * - expired: the token had expired before the page was shown, and no money was taken. After `ended`, before `ready`
 * - change: another phase (server/payments/checkout/checkout-view.ts), or another amount in minor units
 * - ended: paid, or ended without a payment as far as the page knows
 * - close: the customer pressed Escape
 * - restart: the payment ended without being paid, and the customer wants to start again
 */
export type FrameMessage =
  | { type: "ready" | "height"; height: number }
  | ({ type: "expired" } & ExpiredMessage)
  | { type: "change"; phase: string; amount: number; currency: string }
  | { type: "ended"; status: "success" | "failed" | "cancelled" | "expired"; paymentRequestId: string }
  | { type: "close" | "restart" };

/**
 * Messages of the shop's page to the frame: `hello` subscribes to its messages, `refresh` fetches the state. `options`: the
 * names of the options that have a value at present; an older loader sends none.
 */
export type LoaderMessage = { type: "hello" | "refresh"; options?: string[] };

// A count, an id or code, and a sentence for the customer, each as JSON.
const COUNT = /^\d{1,15}$/;
const WORD = /^"[\w-]{0,64}"$/;
const TEXT = /^".{0,300}"$/;

const SHAPES: Record<string, Record<string, RegExp> | null> = {
  __proto__: null,
  ready: { height: COUNT },
  height: { height: COUNT },
  expired: { test: COUNT, cause: TEXT, title: TEXT, say: TEXT, reload: TEXT },
  change: { phase: WORD, amount: COUNT, currency: WORD },
  ended: { status: /^"(success|failed|cancelled|expired)"$/, paymentRequestId: WORD },
  close: {},
  restart: {},
};

type Message = Record<string, unknown> | null;

/** Validates a message of the frame; null if it is invalid. Used by the shop's page. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  const message = data as Message;
  const shape = message?.["bankside"] === VERSION && SHAPES[message["type"] as string];
  return shape && Object.entries(shape).every(([field, pattern]) => pattern.test(JSON.stringify(message[field])))
    ? (message as FrameMessage)
    : null;
}

/** Validates a message of the loader; null if it is invalid. Used by the frame. */
export function readLoaderMessage(data: unknown): LoaderMessage | null {
  const message = data as Message;
  const isShopMessage =
    message?.["bankside"] === VERSION && (message["type"] === "hello" || message["type"] === "refresh");
  return isShopMessage ? (message as LoaderMessage) : null;
}

/** Adds the protocol version to a message. */
export function withVersion(message: FrameMessage | LoaderMessage): object {
  return { bankside: VERSION, ...message };
}
