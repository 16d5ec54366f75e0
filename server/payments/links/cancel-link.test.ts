import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { answer, debitsOf, eventsOf, shopper, workDone } from "../../test/banks/payment-stories";
import { answerAtBank } from "../../test/banks/simbank";
import { approveAtBank, attemptsOf, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { getCheckout } from "../checkout/get-checkout";
import { getLinkCheckout } from "../checkout/get-link-checkout";
import { startCheckout } from "../checkout/start-checkout";
import { cancelLink } from "./cancel-link";
import { getPaymentLink } from "./queries/get-payment-link";

const AMOUNT = 2550;
const ROUNDS = 8;

const uk = ukStoryOfThisFile();
let bankId: string;
beforeAll(() => {
  bankId = uk.story.banks[0] ?? "";
});

async function newLink(order: object = {}) {
  const { token, merchantId } = await newTenant();
  const { data } = await call("createPaymentLink", { order: { amount: AMOUNT, currency: "EUR", ...order } }, { token });
  const [id, linkToken] = [data.link_id, data.payment_link_url.split("/pay/")[1] ?? ""];
  return {
    id,
    merchantId,
    press: (chosen = bankId) =>
      startCheckout(shopper, {
        linkToken,
        bankId: chosen,
        seenAmount: AMOUNT,
        psu: { ip: null, userAgent: null, locale: "en" },
      }),
    cancel: () => cancelLink(ctx, { id, merchantId }),
    status: async () => (await getPaymentLink(ctx, { id, merchantId })).status,
    phase: async () => (await getLinkCheckout(shopper, linkToken, { countView: false }))?.phase,
  };
}

async function atBank(link: Awaited<ReturnType<typeof newLink>>, chosen = bankId) {
  const started = await link.press(chosen);
  if (started.kind !== "redirect") throw new Error(started.kind);
  return started;
}

const requestsOf = async (linkId: string) => {
  const sql =
    "SELECT id, status, status_reason AS reason FROM payment_requests WHERE payment_link_id = $1 ORDER BY created_at, id";
  return (await query<{ id: string; status: string; reason: string | null }>(sql, [linkId])).rows;
};
const auditOf = async (id: string) => {
  const { rows } = await query("SELECT action, merchant_id FROM audit_entries WHERE subject_id = $1", [id]);
  return rows;
};

describe("a link that its merchant cancels", () => {
  it("is cancelled once, with one event and one audit entry, and no payment can be started with it", async () => {
    const link = await newLink();
    await Promise.all([link.cancel(), link.cancel(), link.cancel()]);
    await link.cancel();
    expect(await eventsOf(link.id)).toEqual(["payment_link.cancelled"]);
    expect(await auditOf(link.id)).toEqual([{ action: "payment_link.cancelled", merchant_id: link.merchantId }]);
    expect([await link.status(), await link.phase()]).toEqual(["cancelled", "link_cancelled"]);
    expect(await link.press()).toEqual({ kind: "closed" });
    expect(await requestsOf(link.id)).toEqual([]);
    await moveClock("8 days");
    expect(await link.status()).toBe("cancelled");
  });

  it("of another merchant, with an unknown and with a malformed id gives the same error", async () => {
    const [link, other] = [await newLink(), await newLink()];
    for (const id of [other.id, randomUUID(), "x", ""]) {
      const refused = cancelLink(ctx, { id, merchantId: link.merchantId });
      await expect(refused).rejects.toMatchObject({ code: "PAYMENT_LINK_NOT_FOUND" });
    }
    const caller = { kind: "merchant", merchantId: link.merchantId, actor: ctx.caller.actor, scopes: [] } as const;
    const testing = { ...ctx, caller: { ...caller, testOnly: true } };
    await query("UPDATE payment_links SET test = FALSE WHERE id = $1", [link.id]);
    await expect(cancelLink(testing, { id: link.id })).rejects.toMatchObject({ code: "PAYMENT_LINK_NOT_FOUND" });
    expect([await link.status(), await other.status(), await eventsOf(other.id)]).toEqual(["active", "active", []]);
  });

  it("that is paid or expired is refused with its status", async () => {
    const [paid, expired] = [await newLink(), await newLink()];
    await answer((await atBank(paid)).url, "approve");
    await moveClock("5 seconds");
    await workDone();
    const refusal = (status: string) => ({ code: "PAYMENT_LINK_NOT_ACTIVE", metadata: { link_status: status } });
    await expect(paid.cancel()).rejects.toMatchObject(refusal("used"));
    await moveClock("8 days");
    await expect(expired.cancel()).rejects.toMatchObject(refusal("expired"));
    expect([await paid.status(), await expired.status()]).toEqual(["used", "expired"]);
    expect([await auditOf(paid.id), await eventsOf(expired.id)]).toEqual([[], []]);
  });
});

describe("a payment that was started with it", () => {
  it("ends at once if it was not initiated, and shows as cancelled by the merchant", async () => {
    const link = await newLink();
    expect(await link.press(randomUUID())).toEqual({ kind: "invalid", reason: "bank_not_offered" });
    await link.cancel();
    const [request] = await requestsOf(link.id);
    expect(request).toMatchObject({ status: "cancelled", reason: "link_cancelled" });
    expect(await eventsOf(request?.id ?? "")).toEqual(["payment_request.cancelled"]);
  });

  it("is reported as expired if its time was over before", async () => {
    const link = await newLink();
    await link.press(randomUUID());
    await moveClock("16 minutes");
    await link.cancel();
    await workDone();
    const [request] = await requestsOf(link.id);
    expect(await eventsOf(request?.id ?? "")).toEqual(["payment_request.expired"]);
  });

  it("is cancelled at its bank, and stays pending until the bank confirms", async () => {
    const link = await newLink({ payment_reference: "Withdrawn at the bank" });
    const { paymentToken } = await atBank(link);
    await link.cancel();
    expect([await link.phase(), (await requestsOf(link.id))[0]?.status]).toEqual(["cancelling", "pending"]);
    // Repeating the press still returns its result: the bank has the payment.
    expect((await link.press()).kind).toBe("redirect");
    expect(await link.press(uk.story.banks[1])).toEqual({ kind: "closed" });
    await workDone();
    const [request] = await requestsOf(link.id);
    expect(request?.status).toBe("cancelled");
    expect(await eventsOf(request?.id ?? "")).toEqual(["payment_request.pending", "payment_request.cancelled"]);
    expect(await getCheckout(shopper, paymentToken)).toMatchObject({ phase: "link_cancelled", mayTryAgain: false });
    expect([await link.phase(), await debitsOf("Withdrawn at the bank")]).toEqual(["link_cancelled", 0]);
  });

  it("still pays the link if the customer had approved before", async () => {
    const link = await newLink();
    await answerAtBank((await atBank(link)).url, "approve");
    await link.cancel();
    await moveClock("5 seconds");
    await workDone();
    expect((await requestsOf(link.id)).map(({ status }) => status)).toEqual(["completed"]);
    expect(await eventsOf(link.id)).toEqual(["payment_link.cancelled", "payment_link.used"]);
    expect([await link.status(), await link.phase()]).toEqual(["used", "link_used"]);
  });

  it("blocks the submission at once where only our own call moves the money: a later approval is never used", async () => {
    const link = await newLink({ currency: "GBP", payment_reference: "Withdrawn in GBP" });
    const params = await approveAtBank((await atBank(link, uk.banks[0])).url);
    await link.cancel();
    const [request] = await requestsOf(link.id);
    expect(request).toMatchObject({ status: "cancelled", reason: "link_cancelled" });
    expect((await attemptsOf(request?.id ?? ""))[0]).toMatchObject({ submissionBlocked: true, submitted: false });
    await comeBack(params);
    await workDone();
    expect([await link.status(), await debitsOf("Withdrawn in GBP")]).toEqual(["cancelled", 0]);
  });

  it("ends at once, and is not sent again, if the bank certainly did not carry out its submission", async () => {
    const link = await newLink({ currency: "GBP", payment_reference: "Withdrawn unsent" });
    const params = await approveAtBank((await atBank(link, uk.banks[0])).url);
    const busy = new Response(null, { status: 429 });
    uk.story.bank.faults.push({ method: "POST", path: /\/domestic-payments$/, kind: busy });
    await comeBack(params);
    await link.cancel();
    const [request] = await requestsOf(link.id);
    expect(request).toMatchObject({ status: "cancelled", reason: "link_cancelled" });
    await moveClock("2 minutes");
    await workDone();
    expect([await link.status(), await debitsOf("Withdrawn unsent")]).toEqual(["cancelled", 0]);
  });
});

describe("at the same moment", () => {
  it("as the choice of a bank: one is first, and nothing is debited either way", async () => {
    const pressed: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const link = await newLink({ payment_reference: `Race ${round}` });
      const [one, two] = await Promise.all([link.press(), link.press(), link.cancel()]);
      pressed.push(one.kind, two.kind);
      await workDone();
      await moveClock("1 minute");
      await workDone();
      expect(await link.status()).toBe("cancelled");
      expect((await requestsOf(link.id)).filter(({ status }) => status !== "cancelled")).toEqual([]);
      expect(await debitsOf(`Race ${round}`)).toBe(0);
      expect(await link.press()).toEqual({ kind: "closed" });
    }
    expect(pressed.every((kind) => ["redirect", "closed", "bank_unavailable"].includes(kind))).toBe(true);
  });

  it("as an approval: the link is paid and used, or cancelled and nothing is debited", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const reference = `Approval ${round}`;
      const isGbp = round % 2 === 0;
      const link = await newLink({ currency: isGbp ? "GBP" : "EUR", payment_reference: reference });
      const { url } = await atBank(link, isGbp ? uk.banks[0] : bankId);
      const approval = isGbp ? approveAtBank(url).then(comeBack) : answer(url, "approve");
      await Promise.all([approval, link.cancel()]);
      await moveClock("1 minute");
      await workDone();
      const [request] = await requestsOf(link.id);
      const story = [await link.status(), request?.status, await debitsOf(reference)];
      expect([
        ["used", "completed", 1],
        ["cancelled", "cancelled", 0],
      ]).toContainEqual(story);
    }
  });
});
