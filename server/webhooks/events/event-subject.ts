import { z } from "zod";

/** The subject of an event, for one line of a list. */
export type EventSubject = {
  kind: "payment" | "link" | "endpoint";
  id: string;
  /** The merchant's order id; null: none. */
  orderId: string | null;
  /** Minor units, as digits; null: none. */
  amount: string | null;
  currency: string | null;
};

const text = z.string().nullish();
/** The order id is in a payment's metadata, and in a link next to its amount. */
const eventBody = z.object({
  data: z.object({
    object: z.object({
      amount: z.union([z.string(), z.number()]).nullish(),
      currency: text,
      order_id: text,
      metadata: z.object({ order_id: text }).nullish(),
    }),
  }),
});

/** Reads the subject from the event's own body: the state that was sent, not the current one. */
export function subjectOf(event: { type: string; subjectId: string; body: string }): EventSubject {
  const kind = event.type.startsWith("payment_request.")
    ? "payment"
    : event.type.startsWith("payment_link.")
      ? "link"
      : "endpoint";
  const read = eventBody.safeParse(JSON.parse(event.body));
  const object = read.success ? read.data.data.object : null;
  return {
    kind,
    id: event.subjectId,
    orderId: (kind === "link" ? object?.order_id : object?.metadata?.order_id) ?? null,
    amount: object?.amount == null ? null : String(object.amount),
    currency: object?.currency ?? null,
  };
}
