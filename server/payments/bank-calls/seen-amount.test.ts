import { expect, it } from "vitest";
import { shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { call } from "../../test/client";
import { startCheckout } from "../checkout/start-checkout";

// Two tabs of one payment, one of which shows an amount from before an update.

const PSU = { ip: null, userAgent: null, locale: "en" };

const story = storyOfThisFile();

async function updatedAndStarted() {
  const { token: paymentToken } = await story.newPayment({ amount: 1000 });
  const token = await story.freshToken();
  await call("updatePaymentRequest", { payment_token: paymentToken, amount: 2000 }, { token });
  const press = (seenAmount: number) =>
    startCheckout(shopper, { paymentToken, bankId: story.banks[0] ?? "", seenAmount, psu: PSU });
  expect((await press(2000)).kind).toBe("redirect");
  return press;
}

it("a press at a bank that is already live shows the new amount first, if another one was seen", async () => {
  const press = await updatedAndStarted();
  expect(await press(1000)).toEqual({ kind: "amount_changed" });
});

it("control: a press with the present amount gets the answer of the live attempt again", async () => {
  const press = await updatedAndStarted();
  expect((await press(2000)).kind).toBe("redirect");
});
