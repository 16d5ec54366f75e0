import { describe, expect, it } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { answer, eventsOf, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { answerAtBank } from "../../test/banks/simbank";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { getCheckout } from "../checkout/get-checkout";

const story = storyOfThisFile();

describe("initiation is safe to repeat", () => {
  it("returns the same URL for the same bank, with one payment at the bank", async () => {
    const { token } = await story.newPayment();
    const before = story.paymentsAtBank();
    const first = await story.press(token);
    const second = await story.press(token);
    expect(second.text).toBe(first.text);
    expect(story.paymentsAtBank() - before).toBe(1);
  });

  it("of ten concurrent calls exactly one calls the bank, and all get its answer", async () => {
    const { token } = await story.newPayment();
    const before = story.paymentsAtBank();
    const replies = await Promise.all(Array.from({ length: 10 }, () => story.press(token)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(story.paymentsAtBank() - before).toBe(1);
  });

  it("of two banks at the same time exactly one is started", async () => {
    const { token, id } = await story.newPayment();
    const replies = await Promise.all([story.press(token, story.banks[0]), story.press(token, story.banks[1])]);
    const live = await query("SELECT 1 FROM payment_attempts WHERE payment_request_id = $1 AND final_at IS NULL", [id]);
    expect(live.rowCount).toBe(1);
    expect(replies.filter(({ status: code }) => code === 200).length).toBeGreaterThanOrEqual(1);
  });

  it("repeats the answer of a live attempt after the token's end", async () => {
    const { token } = await story.newPayment();
    const first = await story.press(token);
    await moveClock("16 minutes");
    expect((await story.press(token)).text).toBe(first.text);
  });

  it("accepts another bank once the first has confirmed the cancellation", async () => {
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

  it("400 PAYMENT_ALREADY_INITIATED for another bank once the customer has approved at the first", async () => {
    const { token } = await story.newPayment();
    const { data } = await story.press(token, story.banks[0]);
    await answerAtBank(data.redirect_url ?? "", "approve");
    const reply = await story.press(token, story.banks[1]);
    expect([reply.status, reply.error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
  });
});

describe("initiation refuses", () => {
  it("404 PAYMENT_REQUEST_NOT_FOUND for an unknown and for an expired token", async () => {
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

  it("400 when the token in the query differs from the one in the body; either alone is accepted", async () => {
    const { token } = await story.newPayment();
    const differs = await call(
      "initiatePayment",
      { payment_token: token, bankId: story.banks[0] },
      { query: { payment_token: "ptok_other" } },
    );
    expect([differs.status, differs.error.metadata?.errors?.[0]?.field]).toEqual([400, "payment_token"]);
    expect(
      (await call("initiatePayment", { bankId: story.banks[0] }, { query: { payment_token: token } })).status,
    ).toBe(200);
  });

  it("400 for an empty debtorIban, and says that it must not be empty", async () => {
    const { token } = await story.newPayment();
    const reply = await story.press(token, story.banks[0], { debtorIban: "" });
    expect([reply.status, reply.error.metadata?.errors]).toEqual([
      400,
      [{ field: "debtorIban", message: "must not be empty" }],
    ]);
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

  it("502 BANK_UNAVAILABLE at the first call for SIM-DOWN; the next starts the payment, and a new one begins again", async () => {
    const statuses: number[] = [];
    for (const calls of [2, 1]) {
      const { token } = await story.newPayment({ payment_reference: "Order 7 SIM-DOWN" });
      for (let made = 0; made < calls; made += 1) statuses.push((await story.press(token)).status);
    }
    expect(statuses).toEqual([502, 200, 502]);
  });
});

describe("a change of bank that fails", () => {
  const GBP_BANK = async () => (await listBanks({}, { currency: "GBP" }))[0]?.id ?? "";

  it.each([
    ["a bank of another currency", async () => ({ bankId: await GBP_BANK() }), "MISSING_CONVERTED_AMOUNT"],
    ["an unknown scheme", async () => ({ bankId: story.banks[1], paymentScheme: "NOPE" }), "VALIDATION_ERROR"],
    ["a wrong IBAN", async () => ({ bankId: story.banks[1], debtorIban: "DE00" }), "VALIDATION_ERROR"],
    ["an unknown bank", async () => ({ bankId: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" }), "BANK_NOT_FOUND"],
  ])("leaves the first attempt alive: %s", async (_what, choice, code) => {
    const { token } = await story.newPayment();
    const first = await story.press(token);
    const refused = await call("initiatePayment", { payment_token: token, ...(await choice()) });
    expect(refused.error.code).toBe(code);
    expect((await story.press(token)).text).toBe(first.text);
    expect((await getCheckout(shopper, token))?.phase).toBe("at_bank");
  });

  it("keeps the first attempt live after the token's end, when nothing could be started", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    await moveClock("9 minutes");
    await moveClock("6 minutes");
    const refused = await story.press(token, story.banks[1]);
    expect([refused.status, refused.error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
    expect(await story.statusOf(id)).toBe("pending");
  });

  it("keeps the first attempt live when its bank does not cancel", async () => {
    const { token, id } = await story.newPayment();
    const first = await story.press(token);
    story.bank.faults.push({ method: "DELETE", kind: new Response(null, { status: 405 }) });
    const refused = await story.press(token, story.banks[1]);
    expect(refused.error.code).toBe("PAYMENT_ALREADY_INITIATED");
    await answer(first.data.redirect_url, "reject");
    expect(await story.statusOf(id)).toBe("cancelled");
  });
});

describe("a change of bank whose confirmation is lost", () => {
  it("continues with the other bank: the end of the first attempt does not end the request", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token, story.banks[0]);
    story.bank.faults.push({ method: "DELETE", kind: "lost" });
    const second = await story.press(token, story.banks[1]);
    expect(second.status).toBe(200);
    await answer(second.data.redirect_url, "approve");
    await moveClock("5 seconds");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });
});

describe("a cancellation that the bank has not confirmed", () => {
  it("stays in force when another bank is chosen, and starts nothing there", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    story.bank.faults.push({ method: "DELETE", kind: new Response(null, { status: 503 }) });
    await cancelCheckout(shopper, { paymentToken: token });
    expect((await getCheckout(shopper, token))?.phase).toBe("cancelling");
    const before = story.paymentsAtBank();
    expect((await story.press(token, story.banks[1])).error.code).toBe("PAYMENT_ALREADY_INITIATED");
    expect(story.paymentsAtBank() - before).toBe(0);
    await moveClock("3 minutes");
    await workDone();
    expect(await story.statusOf(id)).toBe("cancelled");
  });
});

describe("a lost answer to the initiation", () => {
  it("is retried with the same key: one payment at the bank, and the customer continues", async () => {
    const { token } = await story.newPayment({ payment_reference: "Lost once" });
    story.bank.faults.push({ method: "POST", kind: "lost" });
    const reply = await story.press(token);
    expect(reply.status).toBe(200);
    const { rowCount } = await query("SELECT 1 FROM sim_payments WHERE remittance = 'Lost once'");
    expect(rowCount).toBe(1);
  });

  it("twice: 502, and the request is as before", async () => {
    const { token } = await story.newPayment();
    story.bank.faults.push({ method: "POST", kind: "lost" }, { method: "POST", kind: "lost" });
    const reply = await story.press(token);
    expect([reply.status, reply.error.code]).toEqual([502, "BANK_UNAVAILABLE"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("choosing");
    expect((await story.press(token, story.banks[1])).status).toBe(200);
  });
});

describe("a bank with a long Retry-After", () => {
  it("is called again within the hour", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    story.bank.faults.push({
      method: "GET",
      kind: new Response(null, { status: 429, headers: { "retry-after": "1763600000" } }),
    });
    await moveClock("1 minute");
    await workDone();
    const sql =
      "SELECT due_at < app_now() + interval '61 minutes' AS soon FROM payment_attempts WHERE payment_request_id = $1";
    expect((await query(sql, [id])).rows).toEqual([{ soon: true }]);
  });
});
