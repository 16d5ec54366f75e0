import { expect, it } from "vitest";
import { isPaymentLinkEvent, isPaymentRequestEvent } from "./events.js";
import type { WebhookEvent, WebhookEventType } from "./index.js";

const typed = (type: string) => ({ type }) as WebhookEvent;

it("events of payments and of links are distinguished, also of types added later", () => {
  const types = ["payment_request.succeeded", "payment_request.of_later", "payment_link.used", "webhook.test"].map(
    typed,
  );
  expect(types.map(isPaymentRequestEvent)).toEqual([true, true, false, false]);
  expect(types.map(isPaymentLinkEvent)).toEqual([false, false, true, false]);
});

it("`data.object` has the type of its event", () => {
  const read = (event: WebhookEvent): string | number => {
    if (event.type === "payment_request.succeeded") return event.data.object.metadata.order_id;
    if (isPaymentLinkEvent(event)) return event.data.object.views_count;
    // @ts-expect-error an event type that does not exist
    const none: WebhookEventType = "payment_request.paid";
    return none;
  };
  expect(read(typed("payment_request.expired"))).toBe("payment_request.paid");
});
