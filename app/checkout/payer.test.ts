import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listBanks } from "../../server/banks/list-banks";
import { fictitiousIban, formatIban, maskIban } from "../../server/lib/money/iban";
import { answer, storyOfThisFile, workDone } from "../../server/test/banks/payment-stories";
import { call } from "../../server/test/client";
import { moveClock, query } from "../../server/test/database";
import { POST as pressEmbed, GET as showEmbed } from "../embed/route";
import { GET as showState } from "../embed/state/route";
import { POST as pressLink, GET as showLink } from "../pay/[token]/route";
import { POST as pressCheckout, GET as showCheckout } from "./route";

const AMOUNT = 2550;
const IBAN = fictitiousIban("EUR", "a payer");
const WRONG = IBAN.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

const story = storyOfThisFile();
const { bank } = story;
const bankIds: Record<string, string> = {};

beforeAll(async () => {
  for (const { slug, id } of await listBanks({}, { currency: "EUR" })) bankIds[slug] = id;
});
beforeEach(() => void bank.exchanges.splice(0));

const at = (address: string, init?: RequestInit) => new Request(new URL(address, bank.baseUrl), init);
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers,
  body: new URLSearchParams(fields),
});
const JSON_ONLY = { accept: "application/json" };

async function newPayment(customerId?: string): Promise<string> {
  const customer = customerId === undefined ? {} : { id: customerId };
  const order = { amount: AMOUNT, currency: "EUR", test_transaction: true };
  return (await call("createPaymentRequest", { customer, order }, { token: await story.freshToken() })).data
    .payment_token;
}

/** A press on the hosted page without script; its result is at another URL. */
async function press(token: string, fields: Record<string, string>) {
  const form = { action: "start", seen_amount: String(AMOUNT), ...fields };
  const { status, headers } = await pressCheckout(at(`/checkout?payment_token=${token}`, post(form)));
  expect(status).toBe(303);
  const location = headers.get("location") ?? "";
  return { location, html: location.startsWith("/checkout?") ? await (await showCheckout(at(location))).text() : "" };
}
const pageOf = async (token: string) => (await showCheckout(at(`/checkout?payment_token=${token}`))).text();
const fieldOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const keyIn = (html: string) => /data-key="([^"]+)"/.exec(html)?.[1] ?? "";
const initiations = () =>
  bank.exchanges.filter(({ method, path }) => method === "POST" && /\/v1\/payments\/[^/]+$/.test(path));

describe("a bank that requires the payer's account first", () => {
  const needy = () => bankIds["comdirect"] ?? "";

  test("over REST is not called without it, and the error names the field", async () => {
    const payment_token = await newPayment();
    for (const more of [{}, { debtorIban: WRONG }]) {
      const { status, error } = await call("initiatePayment", { payment_token, bankId: needy(), ...more });
      expect([status, error.code, error.metadata?.errors?.[0]?.field]).toEqual([400, "VALIDATION_ERROR", "debtorIban"]);
    }
    expect(initiations()).toEqual([]);
    const started = await call("initiatePayment", {
      payment_token,
      bankId: needy(),
      debtorIban: formatIban(IBAN).toLowerCase(),
    });
    expect(started.status).toBe(200);
    expect(JSON.parse(initiations()[0]?.requestBody ?? "").debtorAccount.iban).toBe(IBAN);
  });

  test("has it requested on the page, again when it is invalid, and then shown masked", async () => {
    const token = await newPayment();
    const asked = await press(token, { bank_id: needy() });
    expect(asked.html).toContain("Your account at comdirect");
    expect(asked.html).toMatch(/<input[^>]*name="debtor_iban"/);
    const wrong = await press(token, { bank_id: needy(), debtor_iban: WRONG });
    expect(wrong.html).toMatch(/role="alert">This IBAN isn’t valid/);
    expect(initiations()).toEqual([]);
    const right = await press(token, { bank_id: needy(), debtor_iban: formatIban(IBAN) });
    expect(right.location).toMatch(/\/simbank\//);
    const page = await pageOf(token);
    expect(page).toContain(maskIban(IBAN));
    expect(page).not.toContain(IBAN);
  });

  test("has it requested in the shop's frame too", async () => {
    const token = await newPayment();
    const form = { action: "start", bank_id: needy(), seen_amount: String(AMOUNT) };
    const asked = await (await pressEmbed(at(`/embed?payment_token=${token}`, post(form, JSON_ONLY)))).json();
    expect(asked).toMatchObject({ phase: "choosing", go: null });
    expect(asked.html).toContain('name="debtor_iban"');
  });

  test("has it requested when the customer changes to it, in the frame and on both pages, and the form stays", async () => {
    const token = await newPayment();
    await press(token, { bank_id: bankIds["bpi"] ?? "" });
    const form = post({ action: "start", bank_id: needy(), seen_amount: String(AMOUNT) }, JSON_ONLY);
    const { html } = await (await pressEmbed(at(`/embed?payment_token=${token}`, form))).json();
    expect(html).toContain('name="debtor_iban"');
    const state = /data-state="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    expect(await (await showState(at(`${state}&key=${keyIn(html)}`))).json()).toMatchObject({ html: null });
    expect((await press(token, { bank_id: needy() })).html).toContain('name="debtor_iban"');

    const order = { amount: AMOUNT, currency: "EUR" };
    const { data } = await call("createPaymentLink", { order }, { token: await story.freshToken() });
    const params = { params: Promise.resolve({ token: data.payment_link_url.split("/pay/")[1] ?? "" }) };
    const pressed = async (bank_id = "") =>
      pressLink(at(data.payment_link_url, post({ action: "start", bank_id, seen_amount: `${AMOUNT}` })), params);
    await pressed(bankIds["bpi"]);
    const asked = (await pressed(needy())).headers.get("location") ?? "";
    expect(await (await showLink(at(asked), params)).text()).toContain('name="debtor_iban"');
  });

  test("the form that asks for it stays on an open page when another bank goes down, but not at a new amount", async () => {
    const payment_token = await newPayment();
    const isRedrawn = async (key: string, seen = AMOUNT) => {
      const known = new URLSearchParams({ payment_token, key, seen: String(seen) });
      return (await (await showState(at(`/embed/state?${known}`))).json()).html !== null;
    };
    const list = keyIn(await (await showEmbed(at(`/embed?payment_token=${payment_token}`))).text());
    const asked = keyIn((await press(payment_token, { bank_id: needy() })).html);
    expect(await Promise.all([list, asked].map((key) => isRedrawn(key)))).toEqual([false, false]);
    await query(`INSERT INTO bank_health (environment, profile_id, is_open, failures, openings, since, question_from,
        open_until, last_kind)
      VALUES ('test', 'bpi', TRUE, 5, 1, app_now(), app_now(), app_now() + '1 min', 'unavailable')`);
    // A look-up of the banks is cached for half a second.
    await moveClock("1 second");
    const redrawn = await Promise.all([list, asked].map((key) => isRedrawn(key)));
    await query("DELETE FROM bank_health");
    expect(redrawn).toEqual([true, false]);
    const token = await story.freshToken();
    await call("updatePaymentRequest", { payment_token, amount: AMOUNT + 1 }, { token });
    expect(await isRedrawn(asked)).toBe(true);
  });

  test("the account is stored sealed while the bank does not answer, for this payment only", async () => {
    const token = await newPayment();
    const refusal = { tppMessages: [{ category: "ERROR", code: "PAYMENT_FAILED" }] };
    bank.faults.push({ method: "POST", kind: Response.json(refusal, { status: 400 }) });
    const { html } = await press(token, { bank_id: needy(), debtor_iban: IBAN });
    expect(html).toContain("We couldn’t start the payment at comdirect");
    expect(html).toContain(maskIban(IBAN));
    expect(html).not.toContain(IBAN);
    const held_account = fieldOf(html, "held_account");
    const stolen = await press(await newPayment(), { bank_id: needy(), held_account });
    expect(stolen.html).toContain("Your account at comdirect");
    bank.exchanges.splice(0);
    const again = await press(token, { bank_id: needy(), held_account });
    expect(again.location).toMatch(/\/simbank\//);
    expect(JSON.parse(initiations()[0]?.requestBody ?? "").debtorAccount.iban).toBe(IBAN);
  });

  test("the account number is not stored in plain text with the payment", async () => {
    const token = await newPayment();
    await press(token, { bank_id: needy(), debtor_iban: IBAN });
    const sql =
      "SELECT a::text AS attempt, p::text AS payer FROM payment_attempts a JOIN attempt_payers p ON p.attempt_id = a.id";
    const { rows } = await query<{ attempt: string; payer: string }>(sql);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(IBAN);
  });
});

describe("a remembered account on the page", () => {
  async function paidFrom(slug: string, customerId: string): Promise<void> {
    const { location } = await press(await newPayment(customerId), { bank_id: bankIds[slug] ?? "", remember: "1" });
    await answer(location, "approve");
    await moveClock("2 minutes");
    await workDone();
  }

  test("remembering is offered, unticked, only if the merchant named its customer", async () => {
    expect(await pageOf(await newPayment("C-1"))).toMatch(
      /<input type="checkbox" name="remember" value="1"\/><span>Save this account for next time at Olaria do Norte/,
    );
    expect(await pageOf(await newPayment())).not.toContain('name="remember"');
  });

  test("one press pays from it, and Remove deletes it at once", async () => {
    await paidFrom("bpi", "C-1");
    const token = await newPayment("C-1");
    const page = await pageOf(token);
    expect(page).toContain("Your saved account");
    const account_id = /([\da-f-]{36})/.exec(/<button[^>]*account_id[^>]*>/.exec(page)?.[0] ?? "")?.[1] ?? "";
    const started = await press(token, { account_id });
    expect(started.location).toMatch(/\/simbank\/bpi\//);
    expect(JSON.parse(initiations().at(-1)?.requestBody ?? "").debtorAccount.iban).toMatch(/^[A-Z]{2}\d/);

    const next = await newPayment("C-1");
    const forget = await pressEmbed(at(`/embed?payment_token=${next}`, post({ action: "forget", account_id })));
    expect([forget.status, forget.headers.get("location")]).toEqual([303, `/embed?payment_token=${next}`]);
    expect(await pageOf(next)).not.toContain("Your saved account");
    const late = await press(next, { account_id });
    expect(late.html).toContain("This saved account is no longer available. Choose your bank.");
  });

  test("is not shown to other customers", async () => {
    await paidFrom("bpi", "C-2");
    for (const token of [await newPayment("C-3"), await newPayment()]) {
      expect(await pageOf(token)).not.toContain("Your saved account");
    }
  });
});

describe("a bank with approval in its own app", () => {
  test("has no page to open: the page shows the bank's message as text, and updates automatically", async () => {
    const token = await newPayment();
    const { location } = await press(token, { bank_id: bankIds["credito-agricola"] ?? "" });
    expect(location).toBe(`/checkout?payment_token=${token}`);
    const page = await pageOf(token);
    expect(page).toContain("Approve in your banking app");
    expect(page).toContain("Crédito Agrícola says: “");
    expect(page).not.toContain(">Open Crédito");
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="2"/></noscript>');
    await query("UPDATE payment_attempts SET psu_message = '<img src=x>' WHERE psu_message IS NOT NULL");
    expect(await pageOf(token)).toContain("“&lt;img src=x&gt;”");
  });
});

describe("a bank with a page on another origin", () => {
  test("is reached by a page of ours, because form-action forbids the redirect of a form's post", async () => {
    const token = await newPayment();
    const bank_id = bankIds["bpi"] ?? "";
    await press(token, { bank_id });
    const elsewhere =
      "UPDATE payment_attempts SET sca_redirect_url = 'https://bank.example/approve' WHERE bank_id = $1";
    await query(elsewhere, [bank_id]);
    const { location } = await press(token, { bank_id });
    expect(location).toBe(`/checkout?payment_token=${token}&open=1`);
    const between = await (await showCheckout(at(location ?? ""))).text();
    expect(between).toContain('<meta http-equiv="refresh" content="0;url=https://bank.example/approve"/>');
    // Only there: the page itself does not redirect again.
    expect(await pageOf(token)).not.toContain("0;url=");
    const framed = await (await showEmbed(at(`/embed?payment_token=${token}`))).text();
    expect(framed).not.toContain("0;url=");
  });
});
