import { describe, expect, it } from "vitest";
import { flushCalls } from "../../http/call-log/call-log";
import { call } from "../../test/client";
import { ctx, newPartner, newTenant } from "../../test/rows/fixtures";
import { getPayment } from "./get-payment";

const order = { amount: 2550, currency: "EUR", order_id: "T-118" };

describe("the calls in a payment's timeline", () => {
  it("name the merchant's own credential, and none of its partner's", async () => {
    const partner = await newPartner();
    const { merchantId, token } = await newTenant({ partnerId: partner.partnerId });
    const namesOf = async (bearer: string) => {
      const { data } = await call("createPaymentRequest", { order, merchant_id: merchantId }, { token: bearer });
      await flushCalls();
      const { apiCalls } = await getPayment(ctx, { id: data.payment_request_id, merchantId });
      return apiCalls.map(({ credential }) => credential);
    };
    expect(await namesOf(partner.token)).toEqual([null]);
    expect(await namesOf(token)).toEqual(["Test"]);
  });

  it("have the amount of each accepted request, and none of an update of the rewards", async () => {
    const { token, merchantId } = await newTenant();
    const as = { token };
    const { amount, currency } = order;
    const { data } = await call("createPaymentRequest", { order: { ...order, amount: 2000 } }, as);
    const { payment_token } = data;
    await call("updatePaymentRequest", { payment_token, rewards: { extra_rewards: 1 } }, as);
    await call("updatePaymentRequest", { payment_token, amount }, as);
    const hosted = await call("createRedirectRequest", { amount, currency, locale: "en" }, as);
    await flushCalls();
    const amountsOf = async (id: string) =>
      (await getPayment(ctx, { id, merchantId })).apiCalls.map(({ requested }) => requested);
    expect(await amountsOf(data.payment_request_id)).toEqual([{ amount: 2000 }, { amount: null }, { amount }]);
    expect(await amountsOf(hosted.data.payment_request_id)).toEqual([{ amount }]);
  });
});
