import type { PaymentDetail, TimelineItem } from "./payment-timeline";

type Payment = PaymentDetail["payment"];
type ApiCall = Payment["apiCalls"][number];

const FIRST_REFUSAL = 400;

/** The call that made the payment request; none where a shopper's press did. */
function creationOf({ apiCalls, paymentLinkId }: Payment): ApiCall | undefined {
  return paymentLinkId === null
    ? apiCalls.find(({ method, status }) => method === "POST" && status === 201)
    : undefined;
}

const byWhom = ({ credential }: ApiCall) => (credential ? ` by the credential ${credential}` : "");

function rawOf({ id, method, status, errorCode, raw }: ApiCall): Pick<TimelineItem, "call" | "answer" | "callId"> {
  if (!raw) return {};
  const text = `${status}${errorCode ? ` ${errorCode}` : ""} in ${raw.durationMs} ms`;
  return { call: `${method} ${raw.path}`, answer: { ok: status < FIRST_REFUSAL, text }, callId: id };
}

/** The beginning of a payment. */
export function createdItem({ payment }: PaymentDetail): TimelineItem {
  const { paymentLinkId, decimal, currency, orderId, createdAt } = payment;
  const call = creationOf(payment);
  const how = paymentLinkId ? ", when a bank was chosen on a payment link" : call ? `,${byWhom(call)}` : "";
  return {
    key: "created",
    at: createdAt,
    icon: paymentLinkId ? "link" : "server",
    lane: paymentLinkId ? "Shopper" : "Your server",
    kind: "plain",
    title: "Payment request created",
    text: `${decimal} ${currency} for order ${orderId}${how === "," ? "" : how}.`,
    ...(call ? rawOf(call) : {}),
  };
}

/** What the merchant's programs did with it over the API, and how often they asked. */
export function callItems({ payment }: PaymentDetail): TimelineItem[] {
  const creation = creationOf(payment);
  const items = payment.apiCalls.filter((call) => call !== creation).map((call) => callItem(call, payment));
  const { times, lastAt } = payment.statusCalls;
  if (lastAt === null) return items;
  const text = times === 1 ? "Once." : `${times} times so far, this was the last.`;
  return [
    ...items,
    {
      key: "asked",
      at: lastAt,
      icon: "server",
      lane: "Your server",
      kind: "plain",
      title: "Asked how it stands",
      text,
    },
  ];
}

function callItem(call: ApiCall, { currency, paymentLinkId }: Payment): TimelineItem {
  const refused = call.status >= FIRST_REFUSAL;
  const changed = call.decimal ? `The amount is now ${call.decimal} ${currency}` : "Amount or reward changed";
  const done = call.method === "PATCH" ? changed : paymentLinkId ? "Payment link created" : "Called the API";
  const text = refused
    ? `Nothing was changed by it.${call.errorCode ? ` ${call.errorCode}` : ""}`
    : byWhom(call).trim();
  return {
    key: call.id,
    at: call.at,
    icon: "server",
    lane: "Your server",
    kind: refused ? "bad" : "plain",
    title: refused ? "A call was refused" : done,
    ...(text
      ? { text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") || refused ? "" : "."}` }
      : {}),
    ...rawOf(call),
  };
}
