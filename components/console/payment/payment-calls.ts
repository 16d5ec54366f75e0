import { groupDigits } from "../../ui/money";
import { capitalize } from "../../ui/text";
import type { PaymentDetail, TimelineItem } from "./timeline-item";

type Payment = PaymentDetail["payment"];
type ApiCall = Payment["apiCalls"][number];

const FIRST_ERROR = 400;

/** The call that created the payment request; none where a customer's choice on a payment link did. */
function creationOf({ apiCalls, paymentLinkId }: Payment): ApiCall | undefined {
  return paymentLinkId === null
    ? apiCalls.find(({ method, status }) => method === "POST" && status === 201)
    : undefined;
}

const byWhom = ({ credential }: ApiCall) => (credential ? `by API key “${credential}”` : "");

function rawOf({ id, method, status, errorCode, raw }: ApiCall): Pick<TimelineItem, "call" | "answer" | "callId"> {
  if (!raw) return {};
  const text = `${status}${errorCode ? ` ${errorCode}` : ""} in ${raw.durationMs} ms`;
  return { call: `${method} ${raw.path}`, answer: { ok: status < FIRST_ERROR, text }, callId: id };
}

/** The first item of the timeline. */
export function createdItem({ payment }: PaymentDetail): TimelineItem {
  const { paymentLinkId, currency, orderId, createdAt } = payment;
  const call = creationOf(payment);
  const amount = createdAmountOf(payment, call);
  const how = paymentLinkId ? "when a bank was chosen on a payment link" : call ? byWhom(call) : "";
  return {
    key: "created",
    at: createdAt,
    icon: paymentLinkId ? "link" : "server",
    kind: "plain",
    title: "Payment created",
    text: `${amount ? `${groupDigits(amount)} ${currency} for` : "For"} order ${orderId}${how && `, ${how}`}.`,
    ...(call ? rawOf(call) : {}),
  };
}

/** The amount that it was created with; null: another one was set later, and the log does not have the first. */
function createdAmountOf({ apiCalls, decimal }: Payment, creation: ApiCall | undefined): string | null {
  const isChanged = apiCalls.some(
    ({ method, status, requested }) => method === "PATCH" && status < FIRST_ERROR && requested?.decimal !== null,
  );
  return creation?.requested?.decimal ?? (isChanged ? null : decimal);
}

/** The merchant's other calls of the API, and how often its status was fetched. */
export function callItems({ payment }: PaymentDetail): TimelineItem[] {
  const creation = creationOf(payment);
  const items = payment.apiCalls.filter((call) => call !== creation).map((call) => callItem(call, payment));
  const { times, lastAt } = payment.statusCalls;
  if (lastAt === null) return items;
  const text = times === 1 ? "Once." : `${times} times, this was the latest.`;
  return [
    ...items,
    { key: "status", at: lastAt, icon: "server", kind: "plain", title: "Status fetched via API", text },
  ];
}

function callItem(call: ApiCall, { currency, paymentLinkId }: Payment): TimelineItem {
  const isRejected = call.status >= FIRST_ERROR;
  const changed = call.requested?.decimal
    ? `Amount changed to ${groupDigits(call.requested.decimal)} ${currency}`
    : `${call.requested ? "Reward" : "Amount or reward"} changed`;
  const done = call.method === "PATCH" ? changed : paymentLinkId ? "Payment link created" : "Payment initiated via API";
  const key = byWhom(call);
  const text = isRejected
    ? `Nothing was changed.${call.errorCode ? ` ${call.errorCode}` : ""}`
    : key && `${capitalize(key)}.`;
  return {
    key: call.id,
    at: call.at,
    icon: "server",
    kind: isRejected ? "bad" : "plain",
    title: isRejected ? "API request rejected" : done,
    ...(text ? { text } : {}),
    ...rawOf(call),
  };
}
