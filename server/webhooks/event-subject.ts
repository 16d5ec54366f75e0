import { z } from "zod";

/** What an event is about, as far as a line of a list has room for it. */
export type EventSubject = {
  kind: "payment" | "link" | "endpoint";
  id: string;
  /** As the merchant knows it; null where it has no order. */
  orderId: string | null;
  /** Minor units, as digits; null where no money is spoken of. */
  amount: string | null;
  currency: string | null;
};

const text = z.string().nullish();
/** The order stands in a payment's metadata, and in a link beside its amount. */
const told = z.object({
  data: z.object({
    object: z.object({
      amount: z.union([z.string(), z.number()]).nullish(),
      currency: text,
      order_id: text,
      metadata: z.object({ order_id: text }).nullish(),
    }),
  }),
});

/** Reads it out of the event's own body: what was told is what is shown, whatever became of the payment since. */
export function subjectOf(event: { type: string; subjectId: string; body: string }): EventSubject {
  const kind = event.type.startsWith("payment_request.")
    ? "payment"
    : event.type.startsWith("payment_link.")
      ? "link"
      : "endpoint";
  const read = told.safeParse(JSON.parse(event.body));
  const object = read.success ? read.data.data.object : null;
  return {
    kind,
    id: event.subjectId,
    orderId: (kind === "link" ? object?.order_id : object?.metadata?.order_id) ?? null,
    amount: object?.amount == null ? null : String(object.amount),
    currency: object?.currency ?? null,
  };
}
