import { expect, it } from "vitest";
import { runWithSlot } from "../../lib/request-slot";
import { shopper } from "../../test/banks/payment-stories";
import { approveAtBank, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { requestWithSlot } from "../../test/request-slots";
import { until } from "../../test/until";
import { initiatePayment } from "./initiate-payment";

// A request that waits for a bank, or for another request's call of it, holds no slot.

const uk = ukStoryOfThisFile();
const { story } = uk;

it("a repeated initiation waits for the answer of the first without its slot", async () => {
  const { token } = await story.newPayment();
  const request = await requestWithSlot();
  const psu = { ip: null, userAgent: null };
  const repeated = { paymentToken: token, bankId: story.banks[0] ?? "", scheme: null, psu };
  const repeats: ReturnType<typeof initiatePayment>[] = [];
  const duringFirst = async () => {
    repeats.push(request.run(() => initiatePayment(shopper, repeated)));
    await until(() => request.held() === 0);
  };
  story.bank.faults.push({ method: "POST", kind: duringFirst });
  const first = await story.press(token);
  expect((await Promise.all(repeats)).map(({ redirectUrl }) => redirectUrl)).toEqual([first.data.redirect_url]);
  expect(request.held()).toBe(1);
});

/** How often a customer's return gives its slot back. */
async function pausesOfReturn(): Promise<number> {
  const { token } = await uk.newPayment();
  const params = await approveAtBank((await uk.press(token)).data.redirect_url);
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    return () => undefined;
  };
  await runWithSlot({ owner: "address:a", release: () => undefined, pause }, () => comeBack(params));
  return pauses;
}

it("a return that a busy bank refuses pauses without its slot before it is sent again", async () => {
  const calls = await pausesOfReturn();
  story.bank.faults.push({ method: "POST", path: /\/token$/, kind: new Response(null, { status: 429 }) });
  // The second exchange, and the pause before it.
  expect((await pausesOfReturn()) - calls).toBe(2);
  expect(story.bank.faults).toEqual([]);
});
