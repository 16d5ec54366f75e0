// What the shop's page and the frame say to each other, by window.postMessage. To each side the other is input: a message of
// another version, type or shape is not there. Small, because the loader carries it into every shop's page.

/** Types and fields may join a version, and are ignored by those who do not know them. What changes a meaning makes another. */
const VERSION = 1;

/** That the token is over, in the page's language; `test`: 1 for a test payment, whose cause a developer reads on the page. */
export type Over = { test: number; cause: string; title: string; say: string; reload: string };

/**
 * What the frame tells the shop's page.
 * - ready: drawn; the answer to `hello`
 * - expired: the token was over before anything was shown, and nothing was taken; with the words for that. After `ended`, before `ready`
 * - change: another phase (server/payments/checkout-view.ts), or another amount in minor units
 * - ended: paid, or over without a payment as far as the page can know
 * - close: the shopper pressed Escape
 */
export type News =
  | { type: "ready" | "height"; height: number }
  | ({ type: "expired" } & Over)
  | { type: "change"; phase: string; amount: number; currency: string }
  | { type: "ended"; status: "success" | "failed" | "cancelled" | "expired"; paymentRequestId: string }
  | { type: "close" };

/** What the shop's page asks of the frame: whom to tell its news, or to look again now. */
export type Wish = { type: "hello" | "refresh" };

// A count of something, an id or another word of ours, and a sentence for the shopper.
const COUNT = /^\d{1,15}$/;
const WORD = /^[\w-]{0,64}$/;
const TEXT = /^.{0,300}$/s;

const SHAPES: Record<string, Record<string, RegExp> | null> = {
  __proto__: null,
  ready: { height: COUNT },
  height: { height: COUNT },
  expired: { test: COUNT, cause: TEXT, title: TEXT, say: TEXT, reload: TEXT },
  change: { phase: WORD, amount: COUNT, currency: WORD },
  ended: { status: /^(success|failed|cancelled|expired)$/, paymentRequestId: WORD },
  close: {},
};

type Message = Record<string, unknown> | null;

/** A message as the frame sends it; null for anything else. The shop's side. */
export function readNews(data: unknown): News | null {
  const message = data as Message;
  const shape = message?.["bankside"] === VERSION && SHAPES[message["type"] as string];
  const isRight = ([field, pattern]: [string, RegExp]) => {
    const value = message?.[field];
    return typeof value === (pattern === COUNT ? "number" : "string") && pattern.test(String(value));
  };
  return shape && Object.entries(shape).every(isRight) ? (message as News) : null;
}

/** A message as the loader sends it; null for anything else. The frame's side. */
export function readWish(data: unknown): Wish | null {
  const message = data as Message;
  const isWish = message?.["bankside"] === VERSION && (message["type"] === "hello" || message["type"] === "refresh");
  return isWish ? (message as Wish) : null;
}

/** A message with its version. */
export function inVersion(message: News | Wish): object {
  return { bankside: VERSION, ...message };
}
