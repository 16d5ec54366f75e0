import { afterEach, describe, expect, it } from "vitest";
import { readSession } from "../../identity/sessions/sessions";
import { stopClockAt } from "../../lib/clock";
import { type Ctx, PUBLIC_CALLER } from "../../lib/context";
import { newId } from "../../lib/ids";
import { syncRequestUse } from "../../merchants/rate-limit";
import { startCheckout } from "../../payments/checkout/start-checkout";
import { storyOfThisFile } from "../../test/banks/payment-stories";
import { moveClock, query } from "../../test/database";
import { createConsoleCaller } from "../../trpc/router";
import { beginVisit, REQUESTS_PER_MINUTE } from "./begin-visit";
import { endVisits } from "./end-visits";

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
  return { merchantId, send };
}

/** What a visitor can still do after the hour, in a browser that has the checkout open. */
const press = (target: { paymentToken: string } | { linkToken: string }, more: { remember?: boolean } = {}) =>
  startCheckout(ctx, {
    ...target,
    bankId: story.banks[0] ?? "",
    seenAmount: 2_550,
    debtorIban: IBAN,
    remember: false,
    ...more,
    psu: { ip: IP, userAgent: USER_AGENT, locale: "en" },
  });

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
    const kept = await query((client) =>
      client.query("SELECT 1 FROM remembered_accounts WHERE merchant_id = $1 AND iban_sealed IS NOT NULL", [
        merchantId,
      ]),
    );
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
    await query((client) =>
      client.query("UPDATE payment_requests SET expires_at = app_now() + interval '2 hours' WHERE status = 'pending'"),
    );
    await moveClock("61 minutes");
    await endVisits();
    for (const target of [{ paymentToken: payment.payment_token }, tokenOf(link.payment_link_url)])
      expect((await press(target)).kind).toBe("closed");
    expect([await tablesWith(IP), await tablesWith(USER_AGENT)]).toEqual([[], []]);
  });
});

afterEach(() => stopClockAt(undefined));

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
    const created = await query((client) =>
      client.query("SELECT 1 FROM payment_requests WHERE merchant_id = $1", [one.merchantId]),
    );
    expect(created.rowCount).toBe(REQUESTS_PER_MINUTE);
    expect((await other.send("createPaymentRequest", { order: ORDER })).status).toBe(201);
  });
});
