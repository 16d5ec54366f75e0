import { beforeAll, describe, expect, test } from "vitest";
import { listBanks } from "../../server/banks/list-banks";
import { requestOfLink } from "../../server/payments/links/request-of-link";
import { shopper, storyOfThisFile } from "../../server/test/banks/payment-stories";
import { call } from "../../server/test/client";
import { moveClock, query } from "../../server/test/database";
import { POST as pressEmbed, GET as showEmbed } from "../embed/route";
import { GET as showState } from "../embed/state/route";
import { POST as pressLinkPage, GET as showLinkPage } from "../pay/[token]/route";
import { GET as showLinkState } from "../pay/[token]/state/route";
import { POST as pressCheckout, GET as showCheckout } from "./route";

const story = storyOfThisFile();
const { bank } = story;
let bankId: string;

beforeAll(async () => {
  bankId = story.banks[0] ?? "";
});

const at = (address: string, init?: RequestInit) => new Request(new URL(address, bank.baseUrl), init);
const JSON_ONLY = { accept: "application/json" };
const start = (seen_amount: number, headers: Record<string, string> = {}, bank_id = bankId) => ({
  method: "POST",
  headers,
  body: new URLSearchParams({ action: "start", bank_id, seen_amount: String(seen_amount) }),
});
/** The hosted page after a form: at another URL, so that a reload does not send the form again. */
async function pressHosted(token: string, seenAmount: number, chosen = bankId): Promise<string> {
  const form = start(seenAmount, {}, chosen);
  const { status, headers } = await pressCheckout(at(`/checkout?payment_token=${token}`, form));
  expect(status).toBe(303);
  return (await showCheckout(at(headers.get("location") ?? ""))).text();
}
const patch = async (payment_token: string, changed: object) =>
  expect(
    (await call("updatePaymentRequest", { payment_token, ...changed }, { token: await story.freshToken() })).status,
  ).toBe(200);
const keyIn = (html: string) => /data-key="([^"]+)"/.exec(html)?.[1] ?? "";

/** The state for the script of an open page with this key and amount. */
async function poll(token: string, key: string, seen: number): Promise<{ html: string | null; amount: number }> {
  const query = new URLSearchParams({ payment_token: token, key, seen: String(seen) });
  return (await showState(at(`/embed/state?${query}`))).json();
}

describe("an amount that the shop has changed", () => {
  test("is shown on an open page without a reload, with the previous one", async () => {
    const { token } = await story.newPayment();
    const key = keyIn(await (await showEmbed(at(`/embed?payment_token=${token}`))).text());
    expect((await poll(token, key, 2550)).html).toBeNull();
    await patch(token, { amount: 3050 });
    const state = await poll(token, key, 2550);
    expect(state.amount).toBe(3050);
    expect(state.html).toMatch(/Previous amount: <\/span>€25\.50/);
    expect(state.html).toContain('name="seen_amount" value="3050"');
    expect((await poll(token, keyIn(state.html ?? ""), 3050)).html).toBeNull();
  });

  test("starts nothing if the customer saw another one: the page asks for confirmation, then pays the new one", async () => {
    const { token } = await story.newPayment();
    await patch(token, { amount: 3050 });
    const before = story.paymentsAtBank();
    const earlier = bank.exchanges.length;
    expect(await pressHosted(token, 2550)).toContain("Continue with €30.50");
    const framed = await (await pressEmbed(at(`/embed?payment_token=${token}`, start(2550, JSON_ONLY)))).json();
    expect(framed).toMatchObject({
      phase: "choosing",
      go: null,
      html: expect.stringContaining("The amount has changed"),
    });
    expect(story.paymentsAtBank() - before).toBe(0);
    expect((await pressCheckout(at(`/checkout?payment_token=${token}`, start(3050)))).status).toBe(303);
    const sent = bank.exchanges.slice(earlier).filter(({ path }) => /\/v1\/payments\/[^/]+$/.test(path));
    expect(sent.map(({ requestBody }) => JSON.parse(requestBody).instructedAmount.amount)).toEqual(["30.50"]);
  });

  test("changed rewards are shown, for each changed part", async () => {
    const { token } = await story.newPayment({ rewards: { total_rewards: 300, description: "Weekend bonus" } });
    let key = keyIn(await (await showEmbed(at(`/embed?payment_token=${token}`))).text());
    for (const [rewards, text] of [
      [{ total_rewards: 400, description: "Weekend bonus" }, "+400"],
      [{ total_rewards: 400, description: "Monday bonus" }, "Monday bonus"],
      [{ extra_rewards: 400, description: "Monday bonus" }, "+400"],
    ] as const) {
      await patch(token, { rewards });
      const state = await poll(token, key, 2550);
      expect(state.html).toContain(text);
      expect(state.html).not.toContain("Previous amount: ");
      key = keyIn(state.html ?? "");
    }
    expect((await poll(token, key, 2550)).html).toBeNull();
  });
});

describe("a bank that the shop has selected", () => {
  async function selected(id: string): Promise<string> {
    const body = { amount: 2550, currency: "EUR", locale: "en-GB", selected_bank_id: id };
    return (await call("createRedirectRequest", body, { token: await story.freshToken() })).data.redirect_url;
  }

  test("is selected on the hosted page, in its own market, before any call to the bank", async () => {
    const german = (await listBanks({}, { currency: "EUR" })).filter(({ market }) => market === "DE").at(-1);
    const address = await selected(german?.id ?? "");
    const before = bank.exchanges.length;
    const page = await (await showCheckout(at(address))).text();
    expect(page).toMatch(new RegExp(`<input type="radio" name="bank_id" checked="" value="${german?.id}"/>`));
    expect(page).toContain(`Continue to ${german?.displayName}</button>`);
    expect(page).toContain('<option value="DE" selected="">');
    expect(bank.exchanges.length).toBe(before);
  });

  test("can be replaced by another bank or country", async () => {
    const address = await selected(bankId);
    expect(await (await showCheckout(at(`${address}&country=DE`))).text()).not.toContain('checked=""');
    const other = await (await showCheckout(at(`${address}&bank=${story.banks[1]}`))).text();
    expect(other).toMatch(new RegExp(`checked="" value="${story.banks[1]}"`));
  });
});

describe("a change of bank", () => {
  const KEPT = "This payment is still open at";
  const pressFramed = async (token: string) =>
    (await pressEmbed(at(`/embed?payment_token=${token}`, start(2550, JSON_ONLY, story.banks[1])))).json();
  const refuse = () => bank.faults.push({ method: "DELETE", kind: new Response(null, { status: 405 }) });

  test("that the first bank refuses: the page says that the payment is still open there", async () => {
    const { token } = await story.newPayment();
    await story.press(token);
    refuse();
    const html = expect.stringContaining(KEPT);
    expect(await pressFramed(token)).toMatchObject({ phase: "at_bank", go: null, html });
    refuse();
    expect(await pressHosted(token, 2550, story.banks[1])).toEqual(html);
  });

  test("control: that the first bank confirms leads to the second one", async () => {
    const { token } = await story.newPayment();
    await story.press(token);
    const framed = await pressFramed(token);
    expect(framed).toMatchObject({ phase: "at_bank", go: expect.stringContaining("http") });
    expect(framed.html).not.toContain(KEPT);
  });

  test("without a chosen bank: the page says that one is needed first", async () => {
    const { token } = await story.newPayment();
    await story.press(token);
    expect(await pressHosted(token, 2550, "")).toMatch(/role="alert"(?![^>]*hidden)[^>]*>Choose your bank first/);
  });
});

describe("a merchant that is suspended", () => {
  test("accepts no live payment, and the page says so", async () => {
    const { token, id } = await story.newPayment();
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [id]);
    await query("UPDATE merchants SET suspended_at = app_now() WHERE id = $1", [story.tenant.merchantId]);
    expect(await pressHosted(token, 2550)).toContain(
      "This shop can’t take bank payments right now. No payment has started.",
    );
    await query("UPDATE merchants SET suspended_at = NULL WHERE id = $1", [story.tenant.merchantId]);
  });
});

describe("a payment link that cannot be paid", () => {
  const params = (token: string) => ({ params: Promise.resolve({ token }) });
  const errorOf = async (response: Response) => {
    const { success, error } = await response.json();
    return [response.status, success, error.code, error.metadata];
  };
  const set = (id: string, column: "used_at" | "cancelled_at" | "expires_at") =>
    query(`UPDATE payment_links SET ${column} = app_now() WHERE id = $1`, [id]);

  test.each([
    ["expires_at", "PAYMENT_LINK_EXPIRED", undefined, "This link has expired"],
    ["used_at", "PAYMENT_LINK_NOT_ACTIVE", { link_status: "used" }, "This link is already paid"],
    ["cancelled_at", "PAYMENT_LINK_NOT_ACTIVE", { link_status: "cancelled" }, "This link was cancelled"],
  ] as const)(
    "%s: opening it is 410, a calm page for a shopper and %s for a machine",
    async (column, code, metadata, text) => {
      const { id, token } = await story.newLink();
      await set(id, column);
      const page = await showLinkPage(at(`/pay/${token}`), params(token));
      expect([page.status, await page.text()]).toEqual([410, expect.stringContaining(text)]);
      for (const show of [showLinkPage, showLinkState]) {
        const answer = await show(at(`/pay/${token}`, { headers: JSON_ONLY }), params(token));
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(await errorOf(answer)).toEqual([410, false, code, metadata]);
      }
    },
  );

  test.each([
    ["expires_at", "expired"],
    ["used_at", "used"],
    ["cancelled_at", "cancelled"],
  ] as const)("%s: a press is 410 PAYMENT_LINK_NOT_ACTIVE, and no bank is called", async (column, link_status) => {
    const { id, token } = await story.newLink();
    // Its request was created while the link was open; its page refuses too.
    const { paymentToken } = await requestOfLink(shopper, token, 2550);
    await set(id, column);
    const before = bank.exchanges.length;
    expect((await pressLinkPage(at(`/pay/${token}`, start(2550)), params(token))).status).toBe(410);
    expect((await pressCheckout(at(`/checkout?payment_token=${paymentToken}`, start(2550)))).status).toBe(410);
    const refused = [410, false, "PAYMENT_LINK_NOT_ACTIVE", { link_status }];
    expect(await errorOf(await pressLinkPage(at(`/pay/${token}`, start(2550, JSON_ONLY)), params(token)))).toEqual(
      refused,
    );
    const press = at(`/checkout?payment_token=${paymentToken}`, start(2550, JSON_ONLY));
    expect(await errorOf(await pressCheckout(press))).toEqual(refused);
    expect(bank.exchanges.length).toBe(before);
  });

  test("unknown: 404, PAYMENT_LINK_NOT_FOUND as JSON; the same for an unknown payment", async () => {
    const link = () => showLinkPage(at("/pay/plink_x", { headers: JSON_ONLY }), params("plink_x"));
    expect(await errorOf(await link())).toEqual([404, false, "PAYMENT_LINK_NOT_FOUND", undefined]);
    const state = await showState(at("/embed/state?payment_token=ptok_x", { headers: JSON_ONLY }));
    expect(await errorOf(state)).toEqual([404, false, "PAYMENT_REQUEST_NOT_FOUND", undefined]);
  });

  test("an active one is returned as JSON without counting a view", async () => {
    const { id, token } = await story.newLink();
    const answer = await showLinkPage(at(`/pay/${token}`, { headers: JSON_ONLY }), params(token));
    expect(await answer.json()).toMatchObject({ phase: "choosing", amount: 2550, currency: "EUR" });
    const { rows } = await query("SELECT views_count FROM payment_links WHERE id = $1", [id]);
    expect(rows).toEqual([{ views_count: 0 }]);
  });

  test("a payment started before the link expired continues", async () => {
    const { token } = await story.newLink();
    const pressed = await pressLinkPage(at(`/pay/${token}`, start(2550)), params(token));
    expect(pressed.status).toBe(303);
    await moveClock("8 days");
    const page = await showLinkPage(at(`/pay/${token}`), params(token));
    expect(page.status).toBe(200);
  });
});
