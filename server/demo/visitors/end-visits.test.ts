import { afterEach, describe, expect, it, vi } from "vitest";
import { flushCalls } from "../../http/call-log/call-log";
import { readSession } from "../../identity/sessions/sessions";
import { stopClockAt } from "../../lib/clock";
import { type Ctx, PUBLIC_CALLER } from "../../lib/context";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { syncRequestUse } from "../../merchants/rate-limit";
import { startCheckout } from "../../payments/checkout/start-checkout";
import { eraseEndedPayments } from "../../payments/customers/erase-customer";
import { answer, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { moveClock, query } from "../../test/database";
import { createConsoleCaller } from "../../trpc/router";
import { beginVisit, REQUESTS_PER_MINUTE } from "./begin-visit";
import { endVisits } from "./end-visits";
import { endVisitRow } from "./visitors-store";

const [IP, USER_AGENT, IBAN] = ["198.51.100.91", "Visitor browser 91", "PT50000201231234567890154"];
const ctx: Ctx = { caller: PUBLIC_CALLER, requestId: newId(), ip: IP };
const ORDER = { amount: 2_550, currency: "EUR", test_transaction: true };
const CUSTOMER = { id: "visitor-91", name: "Ninety One", email: "ninety.one@example.org", phone: "+351960000091" };
const story = storyOfThisFile();

async function visit() {
  const begun = await beginVisit(ctx);
  if (begun.kind !== "begun") throw new Error(`The visit is refused: ${begun.kind}`);
  const session = await readSession(begun.session.sessionToken);
  const api = createConsoleCaller({ ctx, session });
  const { merchantId } = begun;
  const send = async (operation: string, body: Record<string, unknown>) => {
    const { status, body: text } = await api.developers.reference.send({ merchantId, operation, body });
    return { status, data: (JSON.parse(text) as { data: { payment_token: string; payment_link_url: string } }).data };
  };
  const choose = (paymentToken: string) => api.developers.testPayments.choose({ merchantId, paymentToken });
  return { merchantId, send, choose };
}

/** What a visitor can still do after the hour, in a browser that has the checkout open. */
const press = (
  target: { paymentToken: string } | { linkToken: string },
  more: { remember?: boolean; debtorIban?: undefined } = {},
) =>
  startCheckout(ctx, {
    ...target,
    bankId: story.banks[0] ?? "",
    seenAmount: 2_550,
    debtorIban: IBAN,
    remember: false,
    ...more,
    psu: { ip: IP, userAgent: USER_AGENT, locale: "en" },
  });

/** The account is chosen at the bank. */
const AT_BANK = { debtorIban: undefined };

/** The product's tables: the simulated bank keeps its own, and deletes its rows after days. */
async function tablesWith(text: string): Promise<string[]> {
  return query(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname !~ '^sim_'",
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const held = await client.query(`SELECT 1 FROM "${name}" t WHERE t::text ILIKE '%' || $1 || '%' LIMIT 1`, [text]);
      if (held.rowCount !== 0) found.push(name);
    }
    return found;
  });
}

describe("the end of a visit", () => {
  it("leaves no customer that the visitor typed, in any table, and no account; control: before, both are there", async () => {
    const { merchantId, send } = await visit();
    const order = { order: ORDER, customer: CUSTOMER, billing_address: { address_line1: "91 Visitor Way" } };
    const { data } = await send("createPaymentRequest", order);
    await send("createPaymentRequest", order);
    await press({ paymentToken: data.payment_token }, { remember: true });
    const texts = ["Ninety One", "ninety.one@example", "351960000091", "91 Visitor Way", "•••• 0154"];
    for (const text of texts) expect([text, (await tablesWith(text)).length > 0]).toEqual([text, true]);
    await moveClock("61 minutes");
    await endVisits();
    for (const text of texts) expect([text, await tablesWith(text)]).toEqual([text, []]);
    const kept = await query("SELECT 1 FROM remembered_accounts WHERE merchant_id = $1 AND iban_sealed IS NOT NULL", [
      merchantId,
    ]);
    expect(kept.rowCount).toBe(0);
  });

  it("closes the visitor's payments and links: a later press starts nothing and stores no address", async () => {
    const { send } = await visit();
    const { data: payment } = await send("createPaymentRequest", { order: ORDER });
    const { data: link } = await send("createPaymentLink", { order: ORDER });
    const { data: begun } = await send("createPaymentLink", { order: ORDER });
    const tokenOf = (url: string) => ({ linkToken: url.split("/").at(-1) ?? "" });
    expect((await press(tokenOf(begun.payment_link_url))).kind).toBe("redirect");
    // The payment was created in the last minute of the hour: its own 15 minutes are not over.
    await query("UPDATE payment_requests SET expires_at = app_now() + interval '2 hours' WHERE status = 'pending'");
    await moveClock("61 minutes");
    await endVisits();
    for (const target of [{ paymentToken: payment.payment_token }, tokenOf(link.payment_link_url)])
      expect((await press(target)).kind).toBe("closed");
    expect([await tablesWith(IP), await tablesWith(USER_AGENT)]).toEqual([[], []]);
  });
});

describe("what is sealed in a visitor's attempts", () => {
  /** Attempts that still have what was sent to the bank, or what it reported. */
  const sealed = async (merchantId: string) => {
    const sql = `SELECT a.state FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id
         WHERE r.merchant_id = $1 AND (initiation_body IS NOT NULL OR submission_body IS NOT NULL OR debtor_sealed IS NOT NULL
           OR psu_message IS NOT NULL OR sca_redirect_url IS NOT NULL OR redirect_secret IS NOT NULL)`;
    return (await query(sql, [merchantId])).rowCount;
  };
  const begin = async () => {
    const { merchantId, send } = await visit();
    const { data } = await send("createPaymentRequest", { order: ORDER });
    const pressed = await press({ paymentToken: data.payment_token }, AT_BANK);
    if (pressed.kind !== "redirect") throw new Error(`Not at the bank: ${pressed.kind}`);
    return { merchantId, url: pressed.url };
  };
  const pay = async (url: string) => {
    await answer(url, "approve");
    // The bank executes it within the minute.
    await moveClock("1 minute");
    await workDone();
  };
  const end = () => query("UPDATE visitors SET ends_at = app_now()");

  it("is erased after the visit where the payment has ended; control: before, it is there", async () => {
    const { merchantId, url } = await begin();
    await pay(url);
    await eraseEndedPayments();
    expect(await sealed(merchantId)).toBe(1);
    await end();
    await endVisits();
    await eraseEndedPayments();
    expect(await sealed(merchantId)).toBe(0);
  });

  it("is erased when a payment ends that was at its bank when the visit ended, and not before", async () => {
    const { merchantId, url } = await begin();
    await end();
    await endVisits();
    await eraseEndedPayments();
    expect(await sealed(merchantId)).toBe(1);
    await pay(url);
    await eraseEndedPayments();
    expect(await sealed(merchantId)).toBe(0);
  });
});

describe("visits that end together", () => {
  const visitsOf = async (merchantIds: string[]) => {
    const sql = `SELECT v.merchant_id = $1 AS first, ended_at IS NOT NULL AS ended, (SELECT count(*)::int FROM payment_requests r
          WHERE r.merchant_id = v.merchant_id AND customer IS NOT NULL) AS customers
        FROM visitors v WHERE v.merchant_id = ANY ($2) ORDER BY ends_at`;
    return (await query(sql, [merchantIds[0], merchantIds])).rows;
  };

  it("are all ended but one whose end fails, which is logged, and ended by the next run, with 120 payments", async () => {
    const [first, second] = [await visit(), await visit()];
    for (const { send } of [first, second]) await send("createPaymentRequest", { order: ORDER, customer: CUSTOMER });
    const ids = [first.merchantId, second.merchantId];
    await query(
      `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
           order_id, locale, test, customer, expires_at)
         SELECT gen_random_uuid(), merchant_id, flow, sha256(n::text::bytea), '', amount, currency, payment_reference,
           n::text, locale, test, customer, expires_at FROM payment_requests, generate_series(2, 120) n WHERE merchant_id = $1`,
      [first.merchantId],
    );
    await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END'`);
    await query(
      `CREATE TRIGGER refuse BEFORE UPDATE ON visitors FOR EACH ROW WHEN (NEW.merchant_id = '${first.merchantId}') EXECUTE FUNCTION refuse()`,
    );
    await moveClock("61 minutes");
    const error = vi.spyOn(log(), "error").mockImplementation(() => undefined);
    await endVisits();
    expect(await visitsOf(ids)).toEqual([
      { first: true, ended: false, customers: 0 },
      { first: false, ended: true, customers: 0 },
    ]);
    expect(error.mock.calls).toEqual([[expect.objectContaining({ merchant_id: first.merchantId }), "visit not ended"]]);
    error.mockRestore();
    await query("DROP TRIGGER refuse ON visitors");
    await endVisits();
    expect(await visitsOf(ids)).toMatchObject([{ ended: true }, { ended: true }]);
  });

  it("are not marked as ended while recorded calls are left, which another worker may be deleting", async () => {
    const { merchantId, send } = await visit();
    await send("createPaymentRequest", { order: ORDER });
    await flushCalls();
    await db().$transaction((tx) => endVisitRow(tx, merchantId));
    expect(await visitsOf([merchantId])).toMatchObject([{ ended: false }]);
  });
});

afterEach(() => stopClockAt(undefined));

const ATTEMPTS =
  "SELECT 1 FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id WHERE r.merchant_id = $1";

describe("a visitor who calls the API in a loop", () => {
  it("gets 429 above the visit's requests per minute, and nothing more is stored; another visitor is not affected", async () => {
    const [one, other] = [await visit(), await visit()];
    // As a process does every second; and all requests are of one clock minute.
    await syncRequestUse();
    stopClockAt(Date.now());
    const statuses: number[] = [];
    for (let n = 0; n <= REQUESTS_PER_MINUTE; n += 1)
      statuses.push((await one.send("createPaymentRequest", { order: ORDER })).status);
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([REQUESTS_PER_MINUTE, 429]);
    const created = await query("SELECT 1 FROM payment_requests WHERE merchant_id = $1", [one.merchantId]);
    expect(created.rowCount).toBe(REQUESTS_PER_MINUTE);
    expect((await other.send("createPaymentRequest", { order: ORDER })).status).toBe(201);
  });

  it("and then starts payments in a loop is refused by the checkout above the same limit, and no attempt is stored", async () => {
    const { merchantId, send } = await visit();
    await syncRequestUse();
    stopClockAt(Date.now());
    const { data } = await send("createPaymentLink", { order: ORDER });
    const linkToken = data.payment_link_url.split("/").at(-1) ?? "";
    for (let n = 3; n < REQUESTS_PER_MINUTE; n += 1) await send("createPaymentRequest", { order: ORDER });
    const kinds: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const pressed = await press({ linkToken }, AT_BANK);
      kinds.push(pressed.kind);
      if (pressed.kind === "redirect") await answer(pressed.url, "reject");
      else expect(pressed).toEqual({ kind: "invalid", reason: "shop_closed" });
    }
    expect(kinds).toEqual(["redirect", "redirect", "invalid"]);
    expect((await query(ATTEMPTS, [merchantId])).rowCount).toBe(2);
  });

  it("and then starts a refused scripted payment in a loop gets 403 above the same limit, and no attempt is stored", async () => {
    const { merchantId, send, choose } = await visit();
    await syncRequestUse();
    stopClockAt(Date.now());
    // The bank refuses each start, so that the payment stays open and can be started again.
    const { data } = await send("createPaymentRequest", { order: { ...ORDER, payment_reference: "SIM-REFUSED" } });
    const codes: string[] = [];
    for (let n = 0; n <= REQUESTS_PER_MINUTE; n += 1)
      await choose(data.payment_token).catch(({ cause }) => codes.push(cause.code));
    const counted = REQUESTS_PER_MINUTE - 1;
    expect(codes).toEqual([...Array(counted).fill("BANK_UNAVAILABLE"), "FORBIDDEN_CREATE", "FORBIDDEN_CREATE"]);
    expect((await query(ATTEMPTS, [merchantId])).rowCount).toBe(counted);
  });
});
