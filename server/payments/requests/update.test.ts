import { describe, expect, it } from "vitest";
import { byId } from "../../lib/endpoint";
import { answer, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { call } from "../../test/client";
import { moveClock, query, stopClock } from "../../test/database";
import { newPartner, newTenant, tokenFor } from "../../test/rows/fixtures";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { getCheckout } from "../checkout/get-checkout";
import { requestOfLink } from "../links/request-of-link";
import { paymentEndpoints } from "../rest-endpoints";

const story = storyOfThisFile();

const patch = async (payment_token: string, changed: object = { amount: 3050 }, token?: string) =>
  call("updatePaymentRequest", { payment_token, ...changed }, { token: token ?? (await story.freshToken()) });

type Reply = Awaited<ReturnType<typeof patch>>;
const outcome = ({ status, error }: Reply) => [status, error.code];
const fieldsOf = ({ error }: Reply) => error.metadata?.errors?.map(({ field }) => field);

const rowOf = async (id: string) => {
  const sql =
    "SELECT amount, rewards, updated_at > created_at AS updated, expires_at FROM payment_requests WHERE id = $1";
  return (await query(sql, [id])).rows[0];
};

describe("an update before initiation", () => {
  it("returns the new amount and the token's remaining seconds, which are not extended", async () => {
    const { token, id } = await story.newPayment();
    const { expires_at } = await rowOf(id);
    await moveClock("5 minutes");
    const reply = await patch(token);
    expect(reply.status).toBe(200);
    const { expires_in, ...data } = reply.data;
    expect(data).toEqual({ payment_token: token, amount: 3050 });
    expect(expires_in).toBeGreaterThan(590);
    expect(expires_in).toBeLessThanOrEqual(600);
    expect(await rowOf(id)).toEqual({ amount: "3050", rewards: null, updated: true, expires_at });
    expect((await story.getStatus(id)).amount).toBe("3050");
  });

  it("replaces the rewards as a whole, and keeps other fields", async () => {
    const { token } = await story.newPayment({ rewards: { total_rewards: 9, description: "Old" } });
    const rewards = { extra_rewards: 1.5 };
    expect((await patch(token, { rewards })).data).toMatchObject({ amount: 2550, rewards });
    expect((await patch(token, { amount: 1 })).data).toMatchObject({ amount: 1, rewards });
    expect((await getCheckout(shopper, token))?.rewards).toEqual(rewards);
  });

  it("pays the new amount", async () => {
    const { token, id } = await story.newPayment({ payment_reference: "Changed" });
    await patch(token, { amount: 4711 });
    const { data } = await story.press(token);
    await answer(data.redirect_url, "approve");
    await moveClock("5 seconds");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    const debits = await query(
      "SELECT -e.amount AS amount FROM sim_entries e JOIN sim_payments p ON p.id = e.payment_id WHERE p.remittance = 'Changed'",
    );
    expect(debits.rows.map(({ amount }) => Math.abs(Number(amount)))).toEqual([4711]);
  });

  it("is possible again after a bank that did not start: the request is as before", async () => {
    const { token } = await story.newPayment({ payment_reference: "SIM-REFUSED" });
    expect((await story.press(token)).error.code).toBe("BANK_UNAVAILABLE");
    expect((await patch(token)).status).toBe(200);
  });
});

describe("400 VALIDATION_ERROR for", () => {
  it.each([
    ["neither amount nor rewards", {}, ["amount"]],
    ["an amount of nothing", { amount: 0 }, ["amount"]],
    ["a decimal", { amount: 10.5 }, ["amount"]],
    ["a string", { amount: "100" }, ["amount"]],
    ["an amount past the limit", { amount: 100_000_000_000 }, ["amount"]],
    ["rewards without a number", { rewards: { description: "x" } }, ["rewards"]],
    ["a total below the extra", { rewards: { extra_rewards: 2, total_rewards: 1 } }, ["rewards.total_rewards"]],
    ["a negative reward", { rewards: { extra_rewards: -1 } }, ["rewards.extra_rewards"]],
    ["a long description", { rewards: { extra_rewards: 1, description: "x".repeat(256) } }, ["rewards.description"]],
    ["rewards that are none", { amount: 1, rewards: null }, ["rewards"]],
    ["a merchant_id that is no uuid", { amount: 1, merchant_id: "mine" }, ["merchant_id"]],
  ])("%s, and changes nothing", async (_what, changed, fields) => {
    const { token, id } = await story.newPayment();
    const reply = await patch(token, changed);
    expect([...outcome(reply), fieldsOf(reply)]).toEqual([400, "VALIDATION_ERROR", fields]);
    expect(await rowOf(id)).toMatchObject({ amount: "2550", updated: false });
  });

  it("a body without a token", async () => {
    const reply = await call("updatePaymentRequest", { amount: 1 }, { token: story.tenant.token });
    expect(fieldsOf(reply)).toEqual(["payment_token"]);
  });
});

describe("the same 404 PAYMENT_REQUEST_NOT_FOUND for", () => {
  const refused = [404, "PAYMENT_REQUEST_NOT_FOUND"];

  it("an unknown token, a malformed one and another merchant's", async () => {
    const other = await newTenant();
    const { token } = await story.newPayment();
    const replies = [
      await patch("ptok_unknown"),
      await patch(""),
      await patch("x".repeat(5000)),
      await patch(token, { amount: 1 }, other.token),
    ];
    for (const reply of replies) expect(outcome(reply)).toEqual(refused);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it("an expired token, from the second of its end", async () => {
    await stopClock();
    const { token } = await story.newPayment();
    await moveClock("14 minutes 59 seconds");
    expect((await patch(token)).status).toBe(200);
    await moveClock("1 second");
    expect(outcome(await patch(token))).toEqual(refused);
  });

  it("a live request with a test-only credential", async () => {
    const { token, id } = await story.newPayment();
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [id]);
    const testOnly = await tokenFor({ merchantId: story.tenant.merchantId }, { testOnly: true });
    expect(outcome(await patch(token, { amount: 1 }, testOnly))).toEqual(refused);
    expect((await patch(token)).status).toBe(200);
  });

  it("a link's request: its amount is the link's, and its token is only the customer's", async () => {
    const body = { order: { amount: 2550, currency: "EUR" } };
    const { data } = await call("createPaymentLink", body, { token: story.tenant.token });
    const made = await requestOfLink(shopper, data.payment_link_url.split("/pay/")[1] ?? "", 2550);
    expect(outcome(await patch(made.paymentToken))).toEqual(refused);
  });
});

describe("400 PAYMENT_ALREADY_INITIATED for both amount and rewards", () => {
  const refused = [400, "PAYMENT_ALREADY_INITIATED"];

  async function expectFixed(token: string): Promise<void> {
    expect(outcome(await patch(token, { amount: 1 }))).toEqual(refused);
    expect(outcome(await patch(token, { rewards: { extra_rewards: 1 } }))).toEqual(refused);
  }

  it("once a bank has it, even past the token's end", async () => {
    const { token } = await story.newPayment();
    await story.press(token);
    await expectFixed(token);
    await moveClock("14 minutes");
    await expectFixed(token);
  });

  it("in every final state but expired", async () => {
    const cancelled = await story.newPayment();
    await cancelCheckout(shopper, { paymentToken: cancelled.token });
    const rejected = await story.newPayment();
    await answer((await story.press(rejected.token)).data.redirect_url, "reject");
    for (const { token } of [cancelled, rejected]) await expectFixed(token);
  });

  it("while another bank can be chosen after the first", async () => {
    const { token } = await story.newPayment();
    await story.press(token, story.banks[0]);
    for (const status of [503, 503]) story.bank.faults.push({ method: "POST", kind: new Response(null, { status }) });
    expect((await story.press(token, story.banks[1])).error.code).toBe("BANK_UNAVAILABLE");
    expect((await getCheckout(shopper, token))?.phase).toBe("choosing");
    await expectFixed(token);
  });
});

describe("the merchant of an update", () => {
  it("must be named by a partner and an admin: 400 MERCHANT_ID_REQUIRED without it, 404 for a merchant that is not theirs", async () => {
    const partner = await newPartner();
    const owned = await newTenant({ partnerId: partner.partnerId });
    const admin = await tokenFor("admin");
    const { token } = await story.newPayment();
    const mine = { amount: 1, merchant_id: story.tenant.merchantId };
    for (const caller of [partner.token, admin])
      expect(outcome(await patch(token, { amount: 1 }, caller))).toEqual([400, "MERCHANT_ID_REQUIRED"]);
    expect(outcome(await patch(token, mine, partner.token))).toEqual([404, "MERCHANT_NOT_FOUND"]);
    expect(outcome(await patch(token, mine, owned.token))).toEqual([404, "MERCHANT_NOT_FOUND"]);
    const wrong = { amount: 1, merchant_id: owned.merchantId };
    for (const caller of [partner.token, admin])
      expect(outcome(await patch(token, wrong, caller))).toEqual([404, "PAYMENT_REQUEST_NOT_FOUND"]);
    expect((await patch(token, mine, admin)).data.amount).toBe(1);
    expect((await patch(token, mine)).status).toBe(200);
  });

  it("may be suspended: an update creates and starts nothing", async () => {
    const tenant = await newTenant();
    const create = byId(paymentEndpoints, "createPaymentRequest");
    const { data } = await call(create, { order: { amount: 1, currency: "EUR" } }, { token: tenant.token });
    await query("UPDATE merchants SET suspended_at = app_now() WHERE id = $1", [tenant.merchantId]);
    expect((await patch(data.payment_token, { amount: 2 }, tenant.token)).status).toBe(200);
  });

  it("needs a credential with the scope `payments`: 403 FORBIDDEN_CREATE without", async () => {
    const reader = await tokenFor({ merchantId: story.tenant.merchantId }, { scopes: ["read"] });
    const { token } = await story.newPayment();
    expect(outcome(await patch(token, { amount: 1 }, reader))).toEqual([403, "FORBIDDEN_CREATE"]);
  });
});
