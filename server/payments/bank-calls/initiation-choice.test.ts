import { describe, expect, it } from "vitest";
import catalogue from "../../../prisma/banks.json";
import { env } from "../../lib/config/env";
import { PUBLIC_CALLER } from "../../lib/context";
import { answer, shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { startCheckout } from "../checkout/start-checkout";
import { requestOfLink } from "../links/request-of-link";
import { initiatePayment } from "./initiate-payment";
import { PAYMENT_SCHEMES } from "./initiation-schema";

const ACCOUNT_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13";
const UNKNOWN_BANK = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";

const story = storyOfThisFile();

const start = (body: object) => call("initiatePayment", body);
type Reply = Awaited<ReturnType<typeof start>>;
const outcome = ({ status, error }: Reply) => [status, error.code];
const errorsOf = ({ error }: Reply) => error.metadata?.errors;
const fieldsOf = (reply: Reply) => errorsOf(reply)?.map(({ field }) => field);

describe("the body must name either a bank or a remembered account", () => {
  it("400 VALIDATION_ERROR for both, for none, and for a malformed uuid", async () => {
    const { token: payment_token } = await story.newPayment();
    const [bankId, customerBankAccountId] = [story.banks[0], ACCOUNT_ID];
    const ask = async (choice: object) => errorsOf(await start({ payment_token, ...choice }));
    expect(await ask({})).toEqual([{ field: "bankId", message: "is required, or customerBankAccountId" }]);
    expect(await ask({ bankId, customerBankAccountId })).toEqual([
      { field: "customerBankAccountId", message: "must not be given together with bankId" },
    ]);
    expect(await ask({ bankId: "bank" })).toEqual([{ field: "bankId", message: "must be a UUID" }]);
    expect(await ask({ customerBankAccountId: "mine" })).toEqual([
      { field: "customerBankAccountId", message: "must be a UUID" },
    ]);
    expect((await start({ payment_token, bankId })).status).toBe(200);
  });

  it("404 CUSTOMER_BANK_ACCOUNT_NOT_FOUND for an account that is not remembered; no bank is called", async () => {
    const { token: payment_token } = await story.newPayment();
    const before = story.bank.exchanges.length;
    const reply = await start({
      payment_token,
      customerBankAccountId: ACCOUNT_ID,
      paymentScheme: "SEPA_CREDIT_TRANSFER",
    });
    expect(outcome(reply)).toEqual([404, "CUSTOMER_BANK_ACCOUNT_NOT_FOUND"]);
    expect(story.bank.exchanges.length).toBe(before);
  });

  it("an unknown account does not stop a live attempt", async () => {
    const { token: payment_token } = await story.newPayment();
    const first = await story.press(payment_token);
    const reply = await start({ payment_token, customerBankAccountId: ACCOUNT_ID });
    expect(outcome(reply)).toEqual([404, "CUSTOMER_BANK_ACCOUNT_NOT_FOUND"]);
    expect((await story.press(payment_token)).text).toBe(first.text);
  });
});

describe("the token", () => {
  it("400 without a token; the same 404 for an unknown, an empty and a very long one", async () => {
    const bankId = story.banks[0];
    expect(fieldsOf(await start({ bankId }))).toEqual(["payment_token"]);
    const replies = await Promise.all(
      ["ptok_unknown", "", "x".repeat(5000)].map((payment_token) => start({ payment_token, bankId })),
    );
    for (const reply of replies) expect(outcome(reply)).toEqual([404, "PAYMENT_REQUEST_NOT_FOUND"]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});

describe("paymentScheme", () => {
  it("accepts every scheme of the catalogue and of the contract", () => {
    const known = new Set<string>(PAYMENT_SCHEMES);
    expect(catalogue.banks.flatMap(({ schemes }) => schemes).filter((scheme) => !known.has(scheme))).toEqual([]);
    for (const named of ["MULTIBANCO", "BACS", "BECS", "ACH", "FASTER_PAYMENTS"]) expect(known.has(named)).toBe(true);
  });

  it.each(["NOPE", "", "constructor", "toString", 7])(
    "400 on paymentScheme for %j, which is not a scheme",
    async (scheme) => {
      const { token } = await story.newPayment();
      const reply = await story.press(token, story.banks[0], { paymentScheme: scheme });
      expect([...outcome(reply), fieldsOf(reply)]).toEqual([400, "VALIDATION_ERROR", ["paymentScheme"]]);
    },
  );

  it.each(["MULTIBANCO", "FASTER_PAYMENTS", "ELIXIR"])(
    "400 on paymentScheme for %s, which this bank does not offer",
    async (scheme) => {
      const { token } = await story.newPayment();
      const reply = await story.press(token, story.banks[0], { paymentScheme: scheme });
      expect([...outcome(reply), fieldsOf(reply)]).toEqual([400, "VALIDATION_ERROR", ["paymentScheme"]]);
    },
  );

  it("is the bank's first scheme when null or absent, else the named one", async () => {
    const choices = [{}, { paymentScheme: null }, { paymentScheme: "SEPA_INSTANT_CREDIT_TRANSFER" }];
    const used: string[] = [];
    for (const choice of choices) {
      const { token, id } = await story.newPayment();
      expect((await story.press(token, story.banks[0], choice)).status).toBe(200);
      const { rows } = await query("SELECT scheme FROM payment_attempts WHERE payment_request_id = $1", [id]);
      used.push(rows[0].scheme);
    }
    expect(used).toEqual(["SEPA_CREDIT_TRANSFER", "SEPA_CREDIT_TRANSFER", "SEPA_INSTANT_CREDIT_TRANSFER"]);
  });
});

describe("of several errors the first in the contract's order is returned", () => {
  const nothing = { bankId: UNKNOWN_BANK, paymentScheme: "ELIXIR" };

  it("an unknown token before everything", async () => {
    expect(outcome(await start({ payment_token: "ptok_unknown", ...nothing }))[1]).toBe("PAYMENT_REQUEST_NOT_FOUND");
  });

  it("the repeat of a live attempt before its link's end: 200", async () => {
    const { id, token } = await story.newLink();
    const { paymentToken: payment_token } = await requestOfLink(shopper, token, 2550);
    const first = await story.press(payment_token);
    await query("UPDATE payment_links SET cancelled_at = app_now() WHERE id = $1", [id]);
    expect((await story.press(payment_token)).text).toBe(first.text);
    const other = await start({ payment_token, ...nothing });
    expect([...outcome(other), other.error.metadata]).toEqual([
      410,
      "PAYMENT_LINK_NOT_ACTIVE",
      { link_status: "cancelled" },
    ]);
  });

  it("an inactive link before an expired token: 410 with its status", async () => {
    const { token } = await story.newLink();
    const { paymentToken: payment_token } = await requestOfLink(shopper, token, 2550);
    await moveClock("8 days");
    const reply = await start({ payment_token, ...nothing });
    expect([...outcome(reply), reply.error.metadata]).toEqual([
      410,
      "PAYMENT_LINK_NOT_ACTIVE",
      { link_status: "expired" },
    ]);
  });

  it("a final state before the bank; an expired token before the bank", async () => {
    const rejected = await story.newPayment();
    await answer((await story.press(rejected.token)).data.redirect_url, "reject");
    expect(outcome(await start({ payment_token: rejected.token, ...nothing }))).toEqual([
      400,
      "PAYMENT_ALREADY_INITIATED",
    ]);
    const over = await story.newPayment();
    await moveClock("15 minutes 1 second");
    for (const choice of [nothing, { customerBankAccountId: ACCOUNT_ID }])
      expect(outcome(await start({ payment_token: over.token, ...choice }))).toEqual([
        404,
        "PAYMENT_REQUEST_NOT_FOUND",
      ]);
  });

  it("the bank before its scheme: 404 BANK_NOT_FOUND", async () => {
    const { token } = await story.newPayment();
    expect(outcome(await start({ payment_token: token, ...nothing }))).toEqual([404, "BANK_NOT_FOUND"]);
  });
});

describe("a bank that is not connected", () => {
  it("400 VALIDATION_ERROR on bankId", async () => {
    const { token } = await story.newPayment();
    env().simbankEnabled = false;
    try {
      const reply = await story.press(token);
      expect([...outcome(reply), fieldsOf(reply)]).toEqual([400, "VALIDATION_ERROR", ["bankId"]]);
    } finally {
      env().simbankEnabled = true;
    }
  });
});

describe("a suspended merchant", () => {
  const suspend = (suspended: boolean) =>
    query("UPDATE merchants SET suspended_at = CASE WHEN $2 THEN app_now() END WHERE id = $1", [
      story.tenant.merchantId,
      suspended,
    ]);
  const live = (id: string) => query("UPDATE payment_requests SET test = false WHERE id = $1", [id]);

  it("starts no live payment: 403 FORBIDDEN_CREATE over REST, a reason for the page, and no call to a bank", async () => {
    const { token, id } = await story.newPayment();
    await live(id);
    await suspend(true);
    const before = story.bank.exchanges.length;
    expect(outcome(await story.press(token))).toEqual([403, "FORBIDDEN_CREATE"]);
    const pressed = await startCheckout(shopper, {
      paymentToken: token,
      bankId: story.banks[0] ?? "",
      seenAmount: 2550,
      psu: { ip: null, userAgent: null, locale: "en" },
    });
    expect(pressed).toEqual({ kind: "invalid", reason: "shop_closed" });
    expect(story.bank.exchanges.length).toBe(before);
    await suspend(false);
  });

  it("starts no live payment over a link, and creates no payment request", async () => {
    const { id, token: linkToken } = await story.newLink();
    await query("UPDATE payment_links SET test = false WHERE id = $1", [id]);
    await suspend(true);
    const psu = { ip: null, userAgent: null, locale: "en" };
    const pressed = await startCheckout(shopper, { linkToken, bankId: story.banks[0] ?? "", seenAmount: 2550, psu });
    expect(pressed.kind).toBe("invalid");
    expect((await query("SELECT 1 FROM payment_requests WHERE payment_link_id = $1", [id])).rowCount).toBe(0);
    await suspend(false);
  });

  it("can still receive tests", async () => {
    const { token } = await story.newPayment();
    await suspend(true);
    expect((await story.press(token)).status).toBe(200);
    await suspend(false);
  });
});

describe("the request log", () => {
  it("has the merchant and the payment of an initiation, although the caller has no access token", async () => {
    const { token, id } = await story.newPayment();
    const subject = {};
    const ctx = { caller: PUBLIC_CALLER, requestId: "test", ip: null, subject };
    const psu = { ip: null, userAgent: null };
    await initiatePayment(ctx, { paymentToken: token, bankId: story.banks[0] ?? "", scheme: null, psu });
    expect(subject).toEqual({ merchantId: story.tenant.merchantId, paymentRequestId: id, test: true });
  });
});
