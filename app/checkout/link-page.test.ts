import { beforeAll, describe, expect, test } from "vitest";
import { listBanks } from "../../server/banks/list-banks";
import { syncCatalogue } from "../../server/banks/sync-catalogue";
import { open } from "../../server/lib/crypto";
import { cancelLink } from "../../server/payments/links/cancel-link";
import { workDone } from "../../server/test/banks/payment-stories";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { call } from "../../server/test/client";
import { moveClock, query } from "../../server/test/database";
import { ctx, newTenant } from "../../server/test/rows/fixtures";
import { POST as press, GET as show } from "../pay/[token]/route";
import { GET as showState } from "../pay/[token]/state/route";
import { GET as showCheckout } from "./route";

const SECRET = { amount: 7_450, payment_reference: "Treatment of a patient", order_id: "PATIENT-77" };
const PERSON = {
  accept: "text/html,application/xhtml+xml",
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "cross-site",
};

const simbank = simbankOfThisFile();
let bankId: string;
beforeAll(async () => {
  await syncCatalogue();
  bankId = (await listBanks({}, { currency: "EUR" })).find((bank) => bank.displayName === "Millennium bcp")?.id ?? "";
});

async function newLink(body: object = {}) {
  const { token: access, merchantId } = await newTenant();
  const { data } = await call(
    "createPaymentLink",
    { order: { currency: "EUR", locale: "en-GB", ...SECRET }, ...body },
    { token: access },
  );
  const token = data.payment_link_url.split("/pay/")[1] ?? "";
  const params = { params: Promise.resolve({ token }) };
  const at = (more = "", init: RequestInit = {}) => new Request(`${simbank.baseUrl}/pay/${token}${more}`, init);
  const send = (fields: Record<string, string>, more = "") =>
    press(at(more, { method: "POST", body: new URLSearchParams(fields) }), params);
  return {
    id: data.link_id,
    merchantId,
    open: (headers: Record<string, string> = PERSON, more = "") => show(at(more, { headers }), params),
    head: () => show(at("", { method: "HEAD", headers: PERSON }), params),
    state: () => showState(at("/state", { headers: { accept: "application/json" } }), params),
    press: () => send({ action: "start", bank_id: bankId, seen_amount: String(SECRET.amount) }),
    cancel: (more = "") => send({ action: "cancel" }, more),
    views: async () => {
      const sql = "SELECT views_count, first_viewed_at FROM payment_links WHERE id = $1";
      return (await query<{ views_count: number; first_viewed_at: Date | null }>(sql, [data.link_id])).rows[0];
    },
  };
}

const headOf = (html: string) => html.slice(0, html.indexOf("</head>"));

describe("views of a link", () => {
  test("are counted when a person opens it, with the time of the first", async () => {
    const link = await newLink();
    expect(await link.views()).toEqual({ views_count: 0, first_viewed_at: null });
    await link.open();
    const first = (await link.views())?.first_viewed_at;
    await moveClock("1 hour");
    await link.open({ ...PERSON, "sec-fetch-site": "none" });
    expect(await link.views()).toEqual({ views_count: 2, first_viewed_at: first });
  });

  test("are not counted for previews, programs, our own pages and requests of the page's script", async () => {
    const link = await newLink();
    await link.open({ ...PERSON, "user-agent": "WhatsApp/2.24" });
    await link.open({ ...PERSON, "sec-fetch-site": "same-origin" });
    await link.open(PERSON, "?country=PT&q=Mill");
    await link.open({ accept: "*/*", "user-agent": "curl/8.5.0" });
    await link.head();
    await link.state();
    await link.press();
    expect(await link.views()).toEqual({ views_count: 0, first_viewed_at: null });
  });

  test("are not counted for a prefetch, which gets 503", async () => {
    const link = await newLink();
    const guessed = await link.open({ ...PERSON, "sec-purpose": "prefetch;prerender" });
    expect([guessed.status, await guessed.text(), guessed.headers.get("cache-control")]).toEqual([503, "", "no-store"]);
    expect((await link.open()).status).toBe(200);
    expect((await link.views())?.views_count).toBe(1);
  });
});

describe("a chat preview of a link", () => {
  test("names the merchant, and nothing about the payment or the customer", async () => {
    const link = await newLink();
    const response = await link.open({ ...PERSON, "user-agent": "TelegramBot (like TwitterBot)" });
    const head = headOf(await response.text());
    expect(head).toContain('<meta property="og:title" content="Pay Olaria do Norte"/>');
    expect(head).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(response.headers.get("x-robots-tag")).toContain("noindex");
    for (const secret of ["74.50", "7450", "patient", "PATIENT", "plink_"]) expect(head).not.toContain(secret);
    expect(head).not.toContain("og:image");
  });

  test("does not reveal the customer's bank", async () => {
    const link = await newLink();
    await link.press();
    const head = headOf(await (await link.open({ ...PERSON, "user-agent": "Twitterbot/1.0" })).text());
    expect(head.match(/og:title" content="([^"]*)"/)?.[1]).toBe("Pay Olaria do Norte");
    expect(head.match(/og:description" content="([^"]*)"/)?.[1]).not.toContain("Millennium");
  });

  test("says that the link has ended, once it has", async () => {
    const link = await newLink();
    await cancelLink(ctx, link);
    const response = await link.open({ ...PERSON, "user-agent": "Slackbot-LinkExpanding 1.0" });
    expect(response.status).toBe(410);
    expect(headOf(await response.text())).toContain(
      '<meta property="og:title" content="This link was cancelled · Olaria do Norte"/>',
    );
  });
});

test("the page of a used link contains neither what was paid nor the shop's addresses", async () => {
  const link = await newLink({
    redirect_urls: { success_url: "https://s.example/1", failure_url: "https://s.example/2" },
  });
  await query("UPDATE payment_links SET used_at = app_now() WHERE id = $1", [link.id]);
  const page = await link.open();
  expect(page.status).toBe(410);
  const sent = [...page.headers.values(), await page.text()].join(" ");
  for (const secret of ["74.50", "7450", "patient", "PATIENT", "s.example"]) expect(sent).not.toContain(secret);
});

describe("a payment cancelled on its link's page", () => {
  test("shows its result on its own page, in the same language, with the way to another bank", async () => {
    const link = await newLink();
    await link.press();
    expect(await (await link.open()).text()).toContain(">Cancel payment<");
    const cancelled = await link.cancel("?locale=de");
    const address = `/checkout?payment_token=${await tokenOf(link.id)}&locale=de`;
    expect([cancelled.status, cancelled.headers.get("location")]).toEqual([303, address]);
    await workDone();
    const html = await (await showCheckout(new Request(simbank.baseUrl + address))).text();
    expect(html).toContain('data-phase="cancelled_at_bank"');
    expect(html).toMatch(/href="[^"]*\/pay\/[^"]*another=1&amp;locale=de"/);
  });

  test("that had ended before the form came: the link's page shows the choice of banks", async () => {
    const link = await newLink();
    await link.press();
    await link.cancel();
    await workDone();
    expect((await link.cancel()).headers.get("location")).toMatch(/^\/pay\/[^/?]+$/);
    expect(await (await link.open()).text()).toContain('data-phase="choosing"');
  });
});

describe("a cancelled link", () => {
  test("is 410 for a new page, an open page and a form", async () => {
    const link = await newLink();
    await link.open();
    await cancelLink(ctx, link);
    const page = await link.open();
    expect(page.status).toBe(410);
    const html = await page.text();
    expect(html).toContain("This link was cancelled");
    expect(html).toContain("If you expected to pay, ask them for a new link.");
    expect((await link.state()).status).toBe(410);
    const before = simbank.exchanges.length;
    expect((await link.press()).status).toBe(410);
    expect(simbank.exchanges.length).toBe(before);
  });

  test("cancelled while the customer was at the bank: the page says that the merchant cancelled, and links to the shop with the result", async () => {
    const redirects = { success_url: "https://shop.example/ok", failure_url: "https://shop.example/no?basket=7" };
    const link = await newLink({ redirect_urls: redirects });
    await link.press();
    await cancelLink(ctx, link);
    await workDone();
    const address = `${simbank.baseUrl}/checkout?payment_token=${await tokenOf(link.id)}`;
    const html = await (await showCheckout(new Request(address))).text();
    expect(html).toContain("This link was cancelled");
    expect(html).toContain("No money was sent from Millennium bcp.");
    expect(html).not.toContain("Payment cancelled");
    expect(html).toMatch(/href="https:\/\/shop\.example\/no\?basket=7&amp;payment_request_id=[^"]*status=cancelled"/);
  });
});

async function tokenOf(linkId: string): Promise<string> {
  const sql = "SELECT id, token_sealed FROM payment_requests WHERE payment_link_id = $1";
  const { rows } = await query(sql, [linkId]);
  return open(rows[0].token_sealed, rows[0].id);
}
