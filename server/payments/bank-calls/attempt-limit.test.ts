import { describe, expect, it, vi } from "vitest";
import { MAX_ATTEMPTS } from "../../lib/bounds";
import { byId } from "../../lib/endpoint";
import { log } from "../../lib/log";
import { shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { call } from "../../test/client";
import { moveClock } from "../../test/database";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { startCheckout } from "../checkout/start-checkout";
import { paymentLinkEndpoints } from "../links/rest-endpoints";

const createLink = byId(paymentLinkEndpoints, "createPaymentLink");

const story = storyOfThisFile();

const bankOf = (number: number) => story.banks[number % 2] ?? "";
const pressPage = (target: { paymentToken: string } | { linkToken: string }, bankId: string) =>
  startCheckout(shopper, { ...target, bankId, seenAmount: 2550, psu: { ip: null, userAgent: null, locale: "en" } });

/** The results of so many presses, without repetitions. */
async function resultsOf<T>(presses: number, press: (number: number) => Promise<T>): Promise<T[]> {
  const results = new Set<T>();
  for (let number = 0; number < presses; number++) results.add(await press(number));
  return [...results];
}

describe("a payment that was started MAX_ATTEMPTS times", () => {
  it("400 VALIDATION_ERROR on payment_token for another bank: no bank is called, and the live attempt stays", async () => {
    const { token } = await story.newPayment();
    const press = async (number: number) => (await story.press(token, bankOf(number))).status;
    expect(await resultsOf(MAX_ATTEMPTS, press)).toEqual([200]);
    const live = await story.press(token, bankOf(MAX_ATTEMPTS - 1));
    const calls = story.bank.exchanges.length;
    const warned = vi.spyOn(log(), "warn");
    const refused = await story.press(token, bankOf(MAX_ATTEMPTS));
    expect([refused.status, refused.error.code, refused.error.metadata?.errors]).toEqual([
      400,
      "VALIDATION_ERROR",
      [{ field: "payment_token", message: expect.stringMatching(/create a new one$/) }],
    ]);
    const line = [expect.objectContaining({ payment_link_id: null }), expect.stringContaining("MAX_ATTEMPTS")];
    expect(warned.mock.calls).toEqual([line]);
    warned.mockRestore();
    const shown = await pressPage({ paymentToken: token }, bankOf(MAX_ATTEMPTS));
    expect(shown).toEqual({ kind: "invalid", reason: "too_many_tries" });
    expect((await story.press(token, bankOf(MAX_ATTEMPTS - 1))).text).toBe(live.text);
    expect(story.bank.exchanges.length).toBe(calls);
    // Control: the limit is the payment's, not the merchant's.
    expect((await story.press((await story.newPayment()).token)).status).toBe(200);
  });

  it("is refused the same without a live attempt, because its bank refused each", async () => {
    const { token } = await story.newPayment({ payment_reference: "SIM-REFUSED" });
    const press = async () => (await story.press(token)).status;
    expect(await resultsOf(MAX_ATTEMPTS, press)).toEqual([502]);
    const calls = story.bank.exchanges.length;
    expect([await press(), story.bank.exchanges.length]).toEqual([400, calls]);
  });
});

it("a link's payments share the limit, also when the customer cancels each one, and an hour later it starts payments again", async () => {
  const body = { order: { amount: 2550, currency: "EUR", test_transaction: true } };
  const { data } = await call(createLink, body, { token: await story.freshToken() });
  const target = { linkToken: data.payment_link_url.split("/pay/")[1] ?? "" };
  const press = async () => {
    const { kind } = await pressPage(target, bankOf(0));
    await cancelCheckout(shopper, target);
    return kind;
  };
  expect(await resultsOf(MAX_ATTEMPTS, press)).toEqual(["redirect"]);
  const calls = story.bank.exchanges.length;
  expect(await pressPage(target, bankOf(1))).toEqual({ kind: "invalid", reason: "too_many_tries" });
  expect(story.bank.exchanges.length).toBe(calls);
  await moveClock("61 minutes");
  expect((await pressPage(target, bankOf(1))).kind).toBe("redirect");
});
