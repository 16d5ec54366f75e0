import type { Outputs } from "../queries";

type Step = Outputs["developers"]["goLive"][number];

/** What a step is called, why it matters, and how it is done. `href`: where; null: not here. */
type Words = { name: string; why: string; how: string; href: string | null; action: string };

/** `guide`: of the documentation. */
export const STEP_WORDS: Readonly<Record<Step["key"], Words>> = {
  created: {
    name: "Your program made a payment",
    why: "With a credential of its own, and not by hand in the Console.",
    how: "Call createPaymentRequest, createRedirectRequest or createPaymentLink with a test credential.",
    href: "/console/credentials",
    action: "Make a credential",
  },
  keyed: {
    name: "It sent an idempotency key",
    why: "A creation whose answer was lost is sent again with its key, and nothing is made twice.",
    how: "Send the header Idempotency-Key with each creation: one key for each order.",
    href: "/docs/integrate/errors-and-retries",
    action: "Read about keys",
  },
  told: {
    name: "Your receiver took a payment that succeeded",
    why: "Ship on this event, and not on the shopper's way back, which is no proof.",
    how: "Pay a test payment at a simulated bank, and answer its event with 2xx.",
    href: "/console/webhooks",
    action: "Set a receiver",
  },
  signature: {
    name: "It verified signatures",
    why: "Whoever knows the address could tell it that an order is paid.",
    how: "Let it sit the receiver exam: it has to take what is signed, and to refuse what is forged, changed, stale or unsigned.",
    href: "/console/webhooks",
    action: "Open the exam",
  },
  duplicate: {
    name: "It survived a duplicate",
    why: "Events come at least once. The exam sends one twice; that your order moved once, only you can see.",
    how: "Let it sit the receiver exam: it has to answer the second copy with 2xx, too.",
    href: "/console/webhooks",
    action: "Open the exam",
  },
  cancel: {
    name: "It was told of a cancelled payment",
    why: "A shopper who turns back leaves an order that must not stay open for ever.",
    how: "Make a test payment, press cancel in its checkout, and answer its event with 2xx.",
    href: "/docs/integrate/testing",
    action: "Read how to test",
  },
  polled: {
    name: "Your program asked for a status",
    why: "Where an event is missed, the status is the truth.",
    how: "Call getPaymentStatus for a payment, as when no event has come.",
    href: "/console/reference?operation=getPaymentStatus",
    action: "See the operation",
  },
  origins: {
    name: "Your shop's origins are named",
    why: "No other page may frame the checkout.",
    how: "Name each https origin that embeds it.",
    href: "/console/checkout",
    action: "Name origins",
  },
  credential: {
    name: "A live credential is there",
    why: "A test credential makes nothing but tests, whatever it asks for.",
    how: "Make one that is not for tests only, and keep its secret on your server.",
    href: "/console/credentials",
    action: "Make a credential",
  },
  endpoint: {
    name: "Live payments are told to a healthy, signed receiver",
    why: "A payment that names no endpoint goes to your default.",
    how: "Set a default URL with a secret, or mark one endpoint default.",
    href: "/console/webhooks",
    action: "Open webhooks",
  },
  account: {
    name: "An account receives the money",
    why: "A live payment goes to an account of yours, in its currency.",
    how: "Whoever runs this installation connects it: ask them.",
    href: null,
    action: "",
  },
  bank: {
    name: "A bank that moves money is connected",
    why: "Without one, everything here is a test.",
    how: "Whoever runs this installation connects banks: ask them.",
    href: null,
    action: "",
  },
};

/** The news of the page: how much is proven, and what comes next. */
export function goLiveLead(steps: readonly Step[]): string {
  const needed = steps.filter(({ state }) => state !== "unneeded");
  const done = needed.filter(({ state }) => state === "proven").length;
  const next = needed.find(({ state }) => state === "missing");
  if (!next) return `All ${needed.length} steps are proven. You can take live payments.`;
  if (done === 0) return `Nothing is proven yet. Each step is ticked by what really happened, and by nothing else.`;
  return `${done} of ${needed.length} steps are proven. Next to prove: ${lowered(STEP_WORDS[next.key].name)}.`;
}

function lowered(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
