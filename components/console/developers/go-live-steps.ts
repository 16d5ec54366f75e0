import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { Outputs } from "../../ui/queries";

type Step = Outputs["developers"]["goLive"][number];

/**
 * A step's name, why it matters, and how to do it. `href`: where; null: not in the Console. `needs`: the call that the step
 * makes there; without it the button is hidden.
 */
type StepText = {
  name: string;
  why: string;
  how: string;
  href: string | null;
  needs?: ProcedurePath;
  action: string;
};

export const STEP_TEXTS: Readonly<Record<Step["key"], StepText>> = {
  created: {
    name: "Create a payment from your server",
    why: "Sent with an API key, not from the Console.",
    how: "Call createPaymentRequest, createRedirectRequest or createPaymentLink with a test API key.",
    href: "/console/api-keys",
    needs: "credentials.create",
    action: "Create API key",
  },
  keyed: {
    name: "Use an idempotency key",
    why: "A repeated request returns the first response, so nothing is created twice.",
    how: "Send the header Idempotency-Key with each request that creates a payment: one key per order.",
    href: "/docs/integrate/errors-and-retries",
    action: "Read the guide",
  },
  webhook: {
    name: "Receive payment_request.succeeded",
    why: "Ship on this event. The customer’s return to your shop does not prove a payment.",
    how: "Pay a test payment at a simulated bank, and answer the webhook with 2xx within 15 seconds.",
    href: "/console/webhooks",
    needs: "webhooks.endpoints.create",
    action: "Add endpoint",
  },
  signature: {
    name: "Verify signatures",
    why: "Without verification, anyone who knows your URL can forge a paid order.",
    how: "Run the receiver test: your server has to accept signed events, and reject forged, changed, old and unsigned ones.",
    href: "/console/webhooks",
    needs: "webhooks.diagnostics.startReceiverTest",
    action: "Run receiver test",
  },
  duplicate: {
    name: "Handle a duplicate",
    why: "Events are delivered at least once. Check yourself that the second copy changed nothing in your order.",
    how: "Run the receiver test: your server has to answer the second copy with 2xx too.",
    href: "/console/webhooks",
    needs: "webhooks.diagnostics.startReceiverTest",
    action: "Run receiver test",
  },
  cancel: {
    name: "Handle a cancellation",
    why: "A cancelled payment leaves an open order in your shop.",
    how: "Create a test payment, cancel it in the checkout, and answer payment_request.cancelled with 2xx.",
    href: "/docs/integrate/testing",
    action: "Read the guide",
  },
  polled: {
    name: "Fetch a payment’s status",
    why: "The fallback when a webhook was missed.",
    how: "Call getPaymentStatus for a payment.",
    href: "/docs?operation=getPaymentStatus",
    action: "View operation",
  },
  origins: {
    name: "Add your domains",
    why: "Only these domains can embed the checkout.",
    how: "Add each https domain that embeds the checkout.",
    href: "/console/checkout",
    needs: "branding.setOrigins",
    action: "Add domains",
  },
  credential: {
    name: "Create a live API key",
    why: "A test API key can only create test payments.",
    how: "Create an API key that is not limited to tests, and keep its secret on your server.",
    href: "/console/api-keys",
    needs: "credentials.create",
    action: "Create API key",
  },
  endpoint: {
    name: "Send live events to a healthy, signed endpoint",
    why: "Payments without a named endpoint use the default.",
    how: "Set a default URL with a secret, or make one endpoint the default.",
    href: "/console/webhooks",
    needs: "webhooks.endpoints.edit",
    action: "Open webhooks",
  },
  account: {
    name: "Connect a live bank account",
    why: "Live payments go to your own account, in its currency.",
    how: "Contact the operator to connect it.",
    href: null,
    action: "",
  },
  bank: {
    name: "Connect a live bank",
    why: "Without one, only test payments are possible.",
    how: "Contact the operator to connect it.",
    href: null,
    action: "",
  },
};

/** The step of the first webhook once an endpoint gets the events of test payments: what is left is a payment. */
export const SIMULATION = {
  href: "/console/try-it",
  needs: "developers.reference.send",
  action: "Simulate a payment",
} as const;

/** Whether an endpoint is there for the step of the first webhook, which then says why it is open. */
export const hasEndpoint = ({ key, why }: Step): boolean => key === "webhook" && why !== null;

/** The lead of the page: how many steps are complete. A suspended merchant's live payments are rejected all the same. */
export function goLiveLead(steps: readonly Step[], suspended: boolean): string {
  const needed = steps.filter(({ state }) => state !== "unneeded");
  const done = needed.filter(({ state }) => state === "proven").length;
  const count = `${done} of ${needed.length} complete.`;
  if (done === needed.length && suspended) return `${count} Live payments are rejected while you are suspended.`;
  if (done === needed.length) return `${count} You can accept live payments.`;
  return `${count} Each step is ticked off automatically once your server has done it. Requests from the Console don’t count.`;
}
