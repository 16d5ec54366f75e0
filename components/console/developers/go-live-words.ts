import type { Outputs } from "../queries";

type Step = Outputs["developers"]["goLive"][number];

/** What a step is called, as something to do; why it matters, and how it is done. `href`: where; null: not here. */
type Words = { name: string; why: string; how: string; href: string | null; action: string };

/** `guide`: of the documentation. */
export const STEP_WORDS: Readonly<Record<Step["key"], Words>> = {
  created: {
    name: "Make a payment by your program",
    why: "With a credential of its own, and not by hand in the Console.",
    how: "Call createPaymentRequest, createRedirectRequest or createPaymentLink with a test credential.",
    href: "/console/credentials",
    action: "Make a credential",
  },
  keyed: {
    name: "Send an idempotency key",
    why: "A creation whose answer was lost is sent again with its key, and nothing is made twice.",
    how: "Send the header Idempotency-Key with each creation: one key for each order.",
    href: "/docs/integrate/errors-and-retries",
    action: "Read about keys",
  },
  told: {
    name: "Take the news of a payment that succeeded",
    why: "Ship on this event, and not on the shopper's way back, which is no proof.",
    how: "Pay a test payment at a simulated bank, and answer its event with 2xx.",
    href: "/console/webhooks",
    action: "Set a receiver",
  },
  signature: {
    name: "Verify signatures",
    why: "Whoever knows your receiver's address could tell it that an order is paid.",
    how: "Let your receiver sit the exam: it has to take what is signed, and to refuse what is forged, changed, stale or unsigned.",
    href: "/console/webhooks",
    action: "Open the exam",
  },
  duplicate: {
    name: "Survive a duplicate",
    why: "Events come at least once. The exam sends one twice; that your order moved once, only you can see.",
    how: "Let your receiver sit the exam: it has to answer the second copy with 2xx, too.",
    href: "/console/webhooks",
    action: "Open the exam",
  },
  cancel: {
    name: "Hear of a cancelled payment",
    why: "A shopper who turns back leaves an order that must not stay open for ever.",
    how: "Make a test payment, press cancel in its checkout, and answer its event with 2xx.",
    href: "/docs/integrate/testing",
    action: "Read how to test",
  },
  polled: {
    name: "Ask for a status by your program",
    why: "Where an event is missed, the status is the truth.",
    how: "Call getPaymentStatus for a payment, as when no event has come.",
    href: "/console/reference?operation=getPaymentStatus",
    action: "See the operation",
  },
  origins: {
    name: "Name your shop's origins",
    why: "No other page may frame the checkout.",
    how: "Name each https origin that embeds it.",
    href: "/console/checkout",
    action: "Name origins",
  },
  credential: {
    name: "Make a live credential",
    why: "A test credential makes nothing but tests, whatever it asks for.",
    how: "Make one that is not for tests only, and keep its secret on your server.",
    href: "/console/credentials",
    action: "Make a credential",
  },
  endpoint: {
    name: "Tell live payments to a healthy, signed receiver",
    why: "A payment that names no endpoint goes to your default.",
    how: "Set a default URL with a secret, or mark one endpoint default.",
    href: "/console/webhooks",
    action: "Open webhooks",
  },
  account: {
    name: "Connect an account that receives the money",
    why: "A live payment goes to an account of yours, in its currency.",
    how: "Whoever runs this installation connects it: ask them.",
    href: null,
    action: "",
  },
  bank: {
    name: "Connect a bank that moves money",
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
  return `${done} of ${needed.length} steps are proven. Next: ${lowered(STEP_WORDS[next.key].name)}.`;
}

function lowered(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
