import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBanks } from "../banks/list-banks";
import { call } from "../test/client";
import { moveClock, query } from "../test/database";
import { answer, eventsOf, paymentStories, shopper, workDone } from "../test/payment-stories";
import { answerAtBank, startSimbank, type TestSimbank } from "../test/simbank";
import { paymentEndpoints } from "./endpoints";
import { getCheckout } from "./get-checkout";

const [, initiate] = paymentEndpoints;

let bank: TestSimbank;
let story: Awaited<ReturnType<typeof paymentStories>>;

beforeAll(async () => {
  bank = await startSimbank();
  story = await paymentStories(bank);
});
afterAll(() => bank.close());

describe("initiation is safe to repeat", () => {
  it("answers the same bank again with the same address and one payment at the bank", async () => {
    const { token } = await story.newPayment();
    const before = story.paymentsAtBank();
    const first = await story.press(token);
    const second = await story.press(token);
    expect(second.text).toBe(first.text);
    expect(story.paymentsAtBank() - before).toBe(1);
  });

  it("of ten at once exactly one calls the bank, and all get its answer", async () => {
    const { token } = await story.newPayment();
    const before = story.paymentsAtBank();
    const replies = await Promise.all(Array.from({ length: 10 }, () => story.press(token)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(story.paymentsAtBank() - before).toBe(1);
  });

  it("of two banks at once exactly one wins", async () => {
    const { token, id } = await story.newPayment();
    const replies = await Promise.all([story.press(token, story.banks[0]), story.press(token, story.banks[1])]);
    const live = await query((client) =>
      client.query("SELECT 1 FROM payment_attempts WHERE payment_request_id = $1 AND final_at IS NULL", [id]),
    );
    expect(live.rowCount).toBe(1);
    expect(replies.filter(({ status: code }) => code === 200).length).toBeGreaterThanOrEqual(1);
  });

  it("repeats the answer of a live attempt after the token's end", async () => {
    const { token } = await story.newPayment();
    const first = await story.press(token);
    await moveClock("16 minutes");
    expect((await story.press(token)).text).toBe(first.text);
  });

  it("takes another bank once the first has confirmed that it is cancelled", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token, story.banks[0]);
    const second = await story.press(token, story.banks[1]);
    expect(second.status).toBe(200);
    await answer(second.data.redirect_url, "approve");
    await moveClock("5 seconds");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });

  it("400 PAYMENT_ALREADY_INITIATED for another bank once the shopper has approved at the first", async () => {
    const { token } = await story.newPayment();
    const { data } = await story.press(token, story.banks[0]);
    await answerAtBank(data.redirect_url ?? "", "approve");
    const reply = await story.press(token, story.banks[1]);
    expect([reply.status, reply.error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
  });
});

describe("initiation refuses", () => {
  it("404 PAYMENT_REQUEST_NOT_FOUND for an unknown token and for one that is over", async () => {
    const { token, id } = await story.newPayment();
    expect((await story.press("ptok_unknown")).error.code).toBe("PAYMENT_REQUEST_NOT_FOUND");
    await moveClock("15 minutes");
    const reply = await story.press(token);
    expect([reply.status, reply.error.code]).toEqual([404, "PAYMENT_REQUEST_NOT_FOUND"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("expired");
    expect(id).toBeTruthy();
  });

  it("404 BANK_NOT_FOUND, 422 MISSING_CONVERTED_AMOUNT, 400 on paymentScheme", async () => {
    const { token } = await story.newPayment();
    const gbp = (await listBanks({}, { currency: "GBP" }))[0]?.id;
    expect((await story.press(token, "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10")).error.code).toBe("BANK_NOT_FOUND");
    const converted = await story.press(token, gbp);
    expect([converted.status, converted.error.code]).toEqual([422, "MISSING_CONVERTED_AMOUNT"]);
    expect(converted.error.metadata).toEqual({ payment_currency: "EUR", bank_currency: "GBP" });
    const scheme = await story.press(token, story.banks[0], { paymentScheme: "FASTER_PAYMENTS" });
    expect([scheme.status, scheme.error.metadata?.errors?.[0]?.field]).toEqual([400, "paymentScheme"]);
    expect((await story.press(token)).status).toBe(200);
  });

  it("400 when the token in the query differs from the one in the body, and takes either alone", async () => {
    const { token } = await story.newPayment();
    const differs = await call(
      initiate,
      { payment_token: token, bankId: story.banks[0] },
      { query: { payment_token: "ptok_other" } },
    );
    expect([differs.status, differs.error.metadata?.errors?.[0]?.field]).toEqual([400, "payment_token"]);
    expect((await call(initiate, { bankId: story.banks[0] }, { query: { payment_token: token } })).status).toBe(200);
  });

  it("502 BANK_UNAVAILABLE when the bank refuses at once; the request is as before", async () => {
    const { token, id } = await story.newPayment({ payment_reference: "SIM-REFUSED" });
    const reply = await story.press(token);
    expect([reply.status, reply.error.code]).toEqual([502, "BANK_UNAVAILABLE"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("choosing");
    expect(await eventsOf(id)).toEqual([]);
    await moveClock("15 minutes");
    expect(await story.statusOf(id)).toBe("expired");
  });
});
