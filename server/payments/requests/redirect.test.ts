import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBank } from "../../banks/find-bank";
import { listBanks } from "../../banks/list-banks";
import { handleApi } from "../../http/handler";
import { env } from "../../lib/config/env";
import { shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { call } from "../../test/client";
import { query } from "../../test/database";
import { onLoopback } from "../../test/processes/on-loopback";
import { newTenant, tokenFor } from "../../test/rows/fixtures";
import { connectionForPayment } from "../bank-calls/connection";
import { getCheckout } from "../checkout/get-checkout";

const ORDER = { amount: 2550, currency: "GBP", locale: "en-GB" };
const UNKNOWN_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";

const story = storyOfThisFile();
let gbpBank: string;

beforeAll(async () => {
  gbpBank = (await listBanks({}, { currency: "GBP" }))[0]?.id ?? "";
});

const create = (changed: object = {}, headers: Record<string, string> = {}) =>
  call("createRedirectRequest", { ...ORDER, ...changed }, { token: story.tenant.token, headers });
type Reply = Awaited<ReturnType<typeof create>>;
const outcome = ({ status, error }: Reply) => [status, error.code];
const fieldsOf = ({ error }: Reply) => error.metadata?.errors?.map(({ field }) => field);

const count = async (sql: string, values: unknown[] = []) => (await query(sql, values)).rowCount;
const requestsMade = () => count("SELECT 1 FROM payment_requests");

describe("the redirect flow", () => {
  it("returns 201 with the hosted page, its token and 900 seconds; order and reference have defaults", async () => {
    const { status, data } = await create();
    expect(status).toBe(201);
    expect(data).toEqual({
      redirect_url: `${story.bank.baseUrl}/checkout?payment_token=${data.payment_token}`,
      payment_token: expect.stringMatching(/^ptok_[A-Za-z0-9_-]{43}$/),
      payment_request_id: expect.any(String),
      expires_in: 900,
    });
    expect(await getCheckout(shopper, data.payment_token)).toMatchObject({
      orderId: data.payment_request_id,
      paymentReference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      selectedBankId: null,
      successUrl: null,
    });
  });

  it("stores every field of the body, and calls no bank", async () => {
    const calls = story.bank.exchanges.length;
    const { data } = await create({
      merchant_id: story.tenant.merchantId,
      payment_reference: "ORDER1001",
      order_id: "1001",
      customer: { name: "Jane Buyer", email: "jane@example.com", phone_number: "+447700900123", country: "gb" },
      billing_address: { address_line1: "1 Market Street", city: "London", postal_code: "EC1A 1AA", country: "GB" },
      success_url_redirect: "https://shop.example/ok",
      fail_url_redirect: "https://shop.example/no",
      selected_bank_id: gbpBank,
      test_transaction: true,
    });
    const sql = "SELECT flow, customer, billing_address, order_id, locale, test FROM payment_requests WHERE id = $1";
    const row = (await query(sql, [data.payment_request_id])).rows[0];
    expect(row).toEqual({
      flow: "redirect",
      customer: { name: "Jane Buyer", email: "jane@example.com", phone: "+447700900123", country: "GB" },
      billing_address: { address_line1: "1 Market Street", city: "London", postal_code: "EC1A 1AA", country: "GB" },
      order_id: "1001",
      locale: "en-GB",
      test: true,
    });
    expect(await getCheckout(shopper, data.payment_token)).toMatchObject({
      phase: "choosing",
      selectedBankId: gbpBank,
      bank: null,
      successUrl: "https://shop.example/ok",
      failureUrl: "https://shop.example/no",
    });
    expect(story.bank.exchanges.length).toBe(calls);
  });

  it("has one effect and one answer for an idempotency key", async () => {
    const key = { "idempotency-key": "redirect-1" };
    const before = Number(await requestsMade());
    const [first, second] = [await create({}, key), await create({}, key)];
    expect([second.text, second.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    expect(await requestsMade()).toBe(before + 1);
    expect(outcome(await create({ amount: 1 }, key))).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });
});

describe("400 VALIDATION_ERROR with the field names of this body", () => {
  it.each([
    [
      "what is required",
      { amount: undefined, currency: undefined, locale: undefined },
      ["amount", "currency", "locale"],
    ],
    ["an unknown key", { order: {} }, ["order"]],
    ["an unknown key of the customer", { customer: { id: "C-77" } }, ["customer.id"]],
    ["an unknown key of the address", { billing_address: { street: "x" } }, ["billing_address.street"]],
    ["a decimal", { amount: 1.5 }, ["amount"]],
    ["a currency that is none", { currency: "XXY" }, ["currency"]],
    ["a malformed locale", { locale: "!" }, ["locale"]],
    ["a locale of an operating system", { locale: "en_GB.UTF-8" }, ["locale"]],
    ["a reference too long for GBP", { payment_reference: "x".repeat(19) }, ["payment_reference"]],
    ["a telephone number", { customer: { phone_number: "07700 900123" } }, ["customer.phone_number"]],
    ["one address for the way back", { success_url_redirect: "https://shop.example" }, ["fail_url_redirect"]],
    ["the other one alone", { fail_url_redirect: "https://shop.example" }, ["success_url_redirect"]],
    [
      "an address that is none",
      { success_url_redirect: "x", fail_url_redirect: "https://a.example" },
      ["success_url_redirect"],
    ],
    ["a bank that is no uuid", { selected_bank_id: "sparkasse" }, ["selected_bank_id"]],
    ["eleven endpoints", { webhook_endpoints: "abcdefghijk".split("") }, ["webhook_endpoints"]],
  ])("%s, and nothing is created", async (_what, changed, fields) => {
    const before = await requestsMade();
    const reply = await create(changed);
    expect([...outcome(reply), fieldsOf(reply)]).toEqual([400, "VALIDATION_ERROR", fields]);
    expect(await requestsMade()).toBe(before);
  });

  it("UNKNOWN_WEBHOOK_ENDPOINT names the field", async () => {
    const reply = await create({ webhook_endpoints: ["unknown"] });
    expect([...outcome(reply), fieldsOf(reply)]).toEqual([400, "UNKNOWN_WEBHOOK_ENDPOINT", ["webhook_endpoints[0]"]]);
  });
});

describe("a preselected bank", () => {
  it("that is unknown is refused with 404 BANK_NOT_FOUND", async () => {
    expect(outcome(await create({ selected_bank_id: UNKNOWN_ID }))).toEqual([404, "BANK_NOT_FOUND"]);
  });

  it("of another currency is refused with 422 MISSING_CONVERTED_AMOUNT and both currencies, and nothing is created", async () => {
    const before = await requestsMade();
    const reply = await create({ selected_bank_id: story.banks[0] });
    expect(outcome(reply)).toEqual([422, "MISSING_CONVERTED_AMOUNT"]);
    expect(reply.error.metadata).toEqual({ payment_currency: "GBP", bank_currency: "EUR" });
    expect(await requestsMade()).toBe(before);
  });

  it("that is not available for test payments is refused with 400 on selected_bank_id", async () => {
    env().simbankEnabled = false;
    try {
      // Without any bank of the currency, the currency is refused first.
      const reply = await create({ selected_bank_id: gbpBank });
      expect([...outcome(reply), fieldsOf(reply)]).toEqual([400, "VALIDATION_ERROR", ["currency"]]);
      const bank = await findBank({}, gbpBank);
      const payment = { currency: "GBP", test: true, merchantId: story.tenant.merchantId, paymentReference: "x" };
      await expect(bank && connectionForPayment(bank, payment, "selected_bank_id")).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        metadata: { errors: [{ field: "selected_bank_id" }] },
      });
    } finally {
      env().simbankEnabled = true;
    }
  });
});

describe("the merchant", () => {
  it("is resolved by caller: MERCHANT_ID_REQUIRED and MERCHANT_NOT_FOUND", async () => {
    const other = await newTenant();
    expect(outcome(await create({ merchant_id: other.merchantId }))).toEqual([404, "MERCHANT_NOT_FOUND"]);
    const admin = await tokenFor("admin");
    const asAdmin = (body: object) => call("createRedirectRequest", { ...ORDER, ...body }, { token: admin });
    expect(outcome(await asAdmin({}))).toEqual([400, "MERCHANT_ID_REQUIRED"]);
    expect((await asAdmin({ merchant_id: other.merchantId })).status).toBe(201);
  });
});

describe("the path", () => {
  let origin: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const server = createServer(getRequestListener((request) => handleApi(request, { remoteAddress: null })));
    ({ origin, close } = await onLoopback(server));
  });
  afterAll(() => close());

  it.each([":", "%3A", "%3a"])("is served with its colon as %s", async (colon) => {
    const answer = await fetch(`${origin}/api/v1/payment-requests${colon}redirect`, {
      method: "POST",
      headers: { authorization: `Bearer ${story.tenant.token}`, "content-type": "application/json" },
      body: JSON.stringify(ORDER),
    });
    expect(answer.status).toBe(201);
  });

  it.each(["/api/v1/payment-requests", "/api/v1/payment-requests/redirect", "/api/v1/payment-requests::redirect"])(
    "404 NOT_FOUND for a similar path: %s",
    async (path) => {
      const answer = await fetch(origin + path, { method: "POST" });
      expect([answer.status, (await answer.json()).error.code]).toEqual([404, "NOT_FOUND"]);
    },
  );
});
