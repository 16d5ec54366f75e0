import type { Outputs } from "../queries";

type Destinations = Outputs["webhooks"]["endpoints"]["list"];

/** An end that a test payment can be given, by a word in its reference (docs/integrate/testing.md). */
export type Outcome = { word: string; name: string; told: string };

/** The first is what happens by itself. */
export const OUTCOMES = [
  { word: "", name: "All goes well", told: "Approve at the bank, and the money is there a second later." },
  {
    word: "SIM-REFUSED",
    name: "The bank takes no such payment",
    told: "It is refused before there is anything to approve.",
  },
  { word: "SIM-NOFUNDS", name: "There is no money for it", told: "The bank refuses after you have approved." },
  {
    word: "SIM-CANCEL",
    name: "The shopper cancels at the bank",
    told: "Whatever you press at the bank is a cancellation.",
  },
  {
    word: "SIM-ABANDON",
    name: "The shopper leaves the bank",
    told: "Nothing is answered, and after ten minutes the bank refuses.",
  },
  {
    word: "SIM-NORETURN",
    name: "The shopper pays, and never comes back",
    told: "The money moves all the same: look who tells your server.",
  },
  {
    word: "SIM-DOWN",
    name: "The bank cannot be reached",
    told: "It is away twice. Another bank can be chosen, or the same one again.",
  },
  { word: "SIM-SLOW", name: "The bank takes 20 seconds", told: "Longer than anybody waits; the payment stands." },
  {
    word: "SIM-LOST",
    name: "The bank’s answer is lost",
    told: "It has the payment, and the connection breaks before it has said so.",
  },
  {
    word: "SIM-RETURN",
    name: "The money goes back",
    told: "It is paid, and a minute after it has arrived it is returned.",
  },
] as const satisfies readonly Outcome[];

/** Which button a played shopper presses at the bank; what follows is the bank's own doing. */
export type Press = "approve" | "reject";

/** The button that belongs to an outcome. */
export function pressOf(word: string): Press {
  return word === "SIM-CANCEL" ? "reject" : "approve";
}

/** What is asked for before a payment is made. `endpoint`: null lets the merchant's own rule decide. */
export type Wish = { word: string; endpoint: string | null };

const AMOUNT_MINOR = 2_550;
const CURRENCY = "EUR";
const PLAY_PATH = "/console/play";

/** The sum that is played with, as people read it. */
export const SUM = "25.50 EUR";

/**
 * The body of `POST /embedded/payment-requests` for a test payment. The checkout may stand in a page of the origin of its
 * `success_url` (docs/integrate/checkout.md): here that is the Console's own, for this payment alone.
 */
export function orderOf({ word, endpoint }: Wish, baseUrl: string) {
  const back = baseUrl + PLAY_PATH;
  return {
    order: {
      amount: AMOUNT_MINOR,
      currency: CURRENCY,
      payment_reference: ["Play", word].filter(Boolean).join(" "),
      test_transaction: true,
    },
    redirect_urls: { success_url: back, failure_url: back },
    ...(endpoint === null ? {} : { webhook_endpoints: [endpoint] }),
  };
}

/** The endpoints that a test payment may name: those for live payments alone are told of none. */
export function endpointsForTests({ endpoints }: Destinations): string[] {
  return endpoints
    .filter(({ environment, disabledAt }) => environment !== "Live" && disabledAt === null)
    .flatMap(({ name }) => (name === null ? [] : [name]));
}

/** Who hears of a test payment that names no endpoint; null: nobody. */
export function unnamedHearer({ unnamed }: Destinations): string | null {
  const { test } = unnamed;
  if (test.to === "none") return null;
  return test.to === "default_url" ? "the default URL" : test.endpoint.name;
}

const KEY_BYTES = 16;

/** An idempotency key that nothing else has. Not `randomUUID`: browsers have that over https and on localhost alone. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return `play-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export type Made = { id: string; token: string };

/** The payment in the answer to the call that makes one; null: it was refused, and nothing was made. */
export function madeIn({ status, body }: { status: number; body: string }): Made | null {
  if (status !== 201) return null;
  const { data } = JSON.parse(body) as { data: { payment_request_id: string; payment_token: string } };
  return { id: data.payment_request_id, token: data.payment_token };
}
