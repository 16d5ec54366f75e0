import type { Outputs } from "../../ui/queries";

type AllEndpoints = Outputs["webhooks"]["endpoints"]["list"];

/** A scenario of a test payment, chosen by a word in its reference (docs/integrate/testing.md). */
export type Outcome = { word: string; name: string; description: string };

/** The first needs no word. */
export const OUTCOMES = [
  { word: "", name: "Successful payment", description: "Approve at the bank. The money arrives a second later." },
  {
    word: "SIM-REFUSED",
    name: "Bank rejects the payment",
    description: "The bank rejects it before the customer can approve.",
  },
  {
    word: "SIM-NOFUNDS",
    name: "Insufficient funds",
    description: "The bank rejects it after the customer has approved.",
  },
  {
    word: "SIM-CANCEL",
    name: "Customer cancels at the bank",
    description: "Any button at the bank cancels the payment.",
  },
  {
    word: "SIM-ABANDON",
    name: "Customer leaves the bank",
    description: "The bank rejects the payment after 10 minutes without an answer.",
  },
  {
    word: "SIM-NORETURN",
    name: "Customer pays and does not return",
    description: "The payment still completes, and the webhook is sent.",
  },
  {
    word: "SIM-DOWN",
    name: "Bank is unavailable",
    description: "The first attempt fails. Choose another bank, or the same one again.",
  },
  {
    word: "SIM-SLOW",
    name: "Slow bank",
    description: "The bank responds after 20 seconds, which is too late. No payment starts there.",
  },
  {
    word: "SIM-LOST",
    name: "No answer from the bank",
    description: "The bank has the payment, but the connection breaks before it responds.",
  },
  {
    word: "SIM-RETURN",
    name: "Money is returned later",
    description: "The payment completes, and the money is returned a minute later.",
  },
] as const satisfies readonly Outcome[];

/** The scenario of an address; an unknown one is the first. */
export function readScenario(given: string | readonly string[] | undefined): string {
  return OUTCOMES.find(({ word }) => word === given)?.word ?? "";
}

/** The address of a page of Try it with a scenario, to share. */
export function tryItPath(path: string, scenario: string): string {
  return scenario === "" ? path : `${path}?scenario=${scenario}`;
}

/** The address at which a visit begins: the page creates the payment by this key, and then shows the address without it. */
export function visitPath(scenario: string, key: string): string {
  return `/try?${new URLSearchParams({ scenario, begin: key })}`;
}

/** The button that a scenario presses at the bank. */
export type BankButton = "approve" | "reject";

/** The button of a scenario. */
export function buttonOf(word: string): BankButton {
  return word === "SIM-CANCEL" ? "reject" : "approve";
}

/** The options of a simulated payment. `endpoint` null: the default endpoint. */
export type SimulationOptions = { word: string; endpoint: string | null };

const AMOUNT_MINOR = 2_550;
const CURRENCY = "EUR";
export const TRY_IT_PATH = "/console/try-it";

/**
 * The body of `POST /embedded/payment-requests` for a test payment. The origin of its `success_url` may embed the checkout
 * (docs/integrate/checkout.md): here the Console, for this payment only.
 */
export function simulationRequest({ word, endpoint }: SimulationOptions, baseUrl: string) {
  const back = baseUrl + TRY_IT_PATH;
  return {
    order: {
      amount: AMOUNT_MINOR,
      currency: CURRENCY,
      payment_reference: ["Simulated", word].filter(Boolean).join(" "),
      test_transaction: true,
    },
    redirect_urls: { success_url: back, failure_url: back },
    ...(endpoint === null ? {} : { webhook_endpoints: [endpoint] }),
  };
}

/** The endpoints that a test payment may name: all but those for live payments only. */
export function endpointsForTests({ endpoints }: AllEndpoints): string[] {
  return endpoints
    .filter(({ environment, disabledAt }) => environment !== "Live" && disabledAt === null)
    .flatMap(({ name }) => (name === null ? [] : [name]));
}

/** The endpoint of a test payment that names none; null: no webhook is sent. */
export function defaultEndpointLabel({ defaultEndpoint }: AllEndpoints): string | null {
  const { test } = defaultEndpoint;
  if (test.to === "none") return null;
  return test.to === "default_url" ? "Default URL" : `Default: ${test.endpoint.name}`;
}

const KEY_BYTES = 16;

/** A new idempotency key. Not `randomUUID`, which browsers have only over https and on localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return `sim-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export type CreatedPayment = { id: string; token: string };

/** The payment in the response; null: it was rejected, and nothing was created. */
export function createdIn({ status, body }: { status: number; body: string }): CreatedPayment | null {
  if (status !== 201) return null;
  const { data } = JSON.parse(body) as { data: { payment_request_id: string; payment_token: string } };
  return { id: data.payment_request_id, token: data.payment_token };
}

const PAUSES_S = [1, 2, 4, 8, 8];

/**
 * Sends again while an earlier request with the same key still runs, as after a reload: the API's answer is then the
 * payment of that request. The last answer after 23 s, or once `isLeft`.
 */
export async function sendUntilEnded<Answer extends { status: number; body: string }>(
  send: () => Promise<Answer>,
  isLeft: () => boolean,
): Promise<Answer> {
  let answer = await send();
  for (const seconds of PAUSES_S) {
    if (!isInProgress(answer)) break;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    if (isLeft()) break;
    answer = await send();
  }
  return answer;
}

function isInProgress({ status, body }: { status: number; body: string }): boolean {
  return status === 409 && JSON.parse(body).error?.code === "IDEMPOTENT_REQUEST_IN_PROGRESS";
}
