import { expect, it } from "vitest";
import { cancelCheckout } from "../../payments/checkout/cancel-checkout";
import { expireLink, linksToExpire } from "../../payments/links/mark-link";
import { answer, paymentStories, shopper, workDone } from "../../test/banks/payment-stories";
import { simbankOfThisFile } from "../../test/banks/simbank";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { newAjv, strictDocument } from "../../test/documents/document";

const METADATA = { basket: "77" };

const bank = simbankOfThisFile();

/** The bodies of all events so far, as sent. */
const bodies = async () => {
  const { rows } = await query<{ body: string }>("SELECT body FROM webhook_events");
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: { object: object } });
};

it("the OpenAPI document describes every field of the sent events", async () => {
  const { newPayment, press, tenant } = await paymentStories(bank);
  const paid = await newPayment({ rewards: { extra_rewards: 150, total_rewards: 300, description: "Weekend bonus" } });
  await answer((await press(paid.token)).data.redirect_url, "approve");
  const refused = await newPayment();
  await answer((await press(refused.token)).data.redirect_url, "reject");
  await cancelCheckout(shopper, { paymentToken: (await newPayment()).token });
  await newPayment();
  await call(
    "createPaymentLink",
    { order: { amount: 2550, currency: "EUR" }, metadata: METADATA },
    { token: tenant.token },
  );
  await moveClock("8 days");
  await workDone();
  for (const id of await linksToExpire(10)) await expireLink(id);

  const events = await bodies();
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
    "payment_link.expired",
    "payment_request.cancelled",
    "payment_request.expired",
    "payment_request.pending",
    "payment_request.succeeded",
  ]);
  const { components } = strictDocument() as { components: object };
  const kinds = ["PaymentRequestEvent", "PaymentLinkEvent"];
  const oneOf = kinds.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const validate = newAjv().compile({ oneOf, components });
  const wrong = events.filter((event) => !validate(event)).map((event) => [event, validate.errors]);
  expect(wrong).toEqual([]);
  const [event] = events;
  expect(validate({ ...event, data: { object: { ...event?.data.object, iban: "PT50" } } })).toBe(false);
});
