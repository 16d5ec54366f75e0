// Scripts in every field that people can fill: stored unchanged, shown as text on every page, and never run.
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { startReceiver } from "../../server/test/webhooks/receiver";
import { sizeOf } from "../../verification/depth";
import { signInByCode, USERS } from "../support/console/console";
import {
  addressOf,
  type ConsoleSeed,
  exportsOf,
  fileOf,
  OLARIA,
  pagesOf,
  RIBEIRA,
  type Section,
  seedConsole,
  userOf,
  visit,
} from "../support/console/console-pages";
import { startSession } from "../support/console/session";
import { ownProduct, type Product } from "../support/product/product";
import { accessToken } from "../support/rest";
import {
  CUSTOMER_KEY,
  cellsOf,
  findInjected,
  formulasIn,
  insertPayloads,
  MARKUP,
  SHOWN,
  watchScripts,
} from "../support/xss-payloads";

/** User-Agent headers and response headers contain no line breaks. */
const USER_AGENT = `Mozilla/5.0 ${MARKUP}`;
/** Enough steps of a receiver test for its page to show the responses. */
const SENDINGS = 3;

test.describe.configure({ mode: "serial" });
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let product: Product;
let made: ConsoleSeed;
test.beforeAll(async ({ browser }) => {
  receiver = await startReceiver((response) => response.writeHead(200, { "x-injected": MARKUP }).end(MARKUP));
  product = await ownProduct({ WEBHOOK_ALLOW_CIDRS: `127.0.0.1/32:${new URL(receiver.url).port}` });
  await product.start();
  const [owner, shopper] = [await browser.newContext({ userAgent: USER_AGENT }), await browser.newContext()];
  const [page, shop] = [await owner.newPage(), await shopper.newPage()];
  const { base, query } = product;
  await signInByCode(page, base);
  const told = { receiver: receiver.url, invitedName: MARKUP.slice(0, 60) };
  made = await seedConsole({ page, shopper: shop, base, query, mark: "scripts", ...told });
  await order(page);
  const sendings = "SELECT position FROM receiver_test_steps";
  await expect.poll(async () => (await query(sendings)).length).toBeGreaterThanOrEqual(SENDINGS);
  await insertPayloads(query);
  made.customer = CUSTOMER_KEY;
  await Promise.all([owner.close(), shopper.close()]);
});
test.afterAll(async () => {
  receiver.close();
  await product.remove();
});

/** By the API, as an integrator sends customers' input. */
async function order({ request }: Page): Promise<void> {
  const token = await accessToken(request, product.base, await product.shopCredential());
  const answer = await request.post(`${product.base}/api/v1/embedded/payment-requests`, {
    headers: { Authorization: `Bearer ${token}`, "User-Agent": USER_AGENT },
    data: {
      customer: { id: MARKUP.slice(0, 60), name: MARKUP.slice(0, 60) },
      order: { amount: 2550, currency: "EUR", order_id: MARKUP.slice(0, 35) },
    },
  });
  expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)]);
}

/** Signs in, inserts the payloads again into what that wrote, and watches. */
async function lookAs(page: Page, context: BrowserContext, email: string): Promise<string[]> {
  await startSession(page, email, product.base);
  await insertPayloads(product.query);
  return watchScripts(context);
}

/** In a sample every second page; drawers, dialogs and the customer's pages are all visited. */
const PAGES_OF_TWO = sizeOf("of every two pages with stored scripts");
const SECTIONS: Section[][] = [["console", "account", "invitation", "outbox"], ["acting", "open"], ["operator"]];
for (const sections of SECTIONS) {
  test(`no stored script runs on a page of ${sections.join(", ")}`, async ({ page, context }) => {
    const found = await lookAs(page, context, userOf(sections[0] ?? "console"));
    let shown = 0;
    for (const pattern of sections.flatMap(pagesOf).filter((_, index) => index % 2 < PAGES_OF_TWO)) {
      await visit(page, product.base + addressOf(pattern, made));
      found.push(...(await findInjected(page)));
      if ((await page.locator("body").innerText()).includes(SHOWN)) shown += 1;
    }
    expect(found).toEqual([]);
    // The payload is shown as text, so the pages were not empty.
    expect(shown).toBeGreaterThanOrEqual(sections.length);
  });
}

test("no stored or typed script runs on the customer's pages or on a printed sheet", async ({ page, context }) => {
  const found = await lookAs(page, context, USERS.owner);
  const whose = `merchant=${OLARIA}`;
  const typed = encodeURIComponent(MARKUP);
  const looks = ["choosing", "at_bank", "paid", "refused"].map((state) => `state=${state}&view=hosted`);
  const drawn = [
    `/console/payments/${made.payment}/shopper?${whose}`,
    ...["view=frame", ...looks].map((look) => `/console/checkout/preview?${whose}&${look}`),
    `/console/checkout/preview?${whose}&name=${typed}&accent=${typed}&logo=${typed}&locale=${typed}&theme=${typed}`,
    `/console/payment-links/preview?${whose}&amount=12.30&currency=EUR&reference=${typed}&locale=${typed}`,
    `/console/payment-links/preview?${whose}&amount=12.30&currency=EUR&reference=${typed}&view=mail`,
    `/console/payment-links/${made.link}/sheet?${whose}`,
  ];
  for (const address of drawn) {
    const answer = await page.goto(product.base + address);
    expect([address, answer?.status()]).toEqual([address, 200]);
    found.push(...(await findInjected(page)));
    // Each shows the merchant's name, which is the payload.
    expect([address, (await page.locator("body").textContent())?.includes(SHOWN)]).toEqual([address, true]);
  }
  expect(found).toEqual([]);
});

test("no stored script runs in drawers and dialogs", { tag: "@deep" }, async ({ page, context }) => {
  const found = await lookAs(page, context, USERS.owner);
  const [call] = await product.query<{ id: string }>("SELECT id FROM api_calls ORDER BY id DESC LIMIT 1");
  const rows = page.locator("main tbody button, main tbody a").filter({ visible: true });
  const opened: [string, () => Promise<void>][] = [
    [`/console/requests?call=${call?.id}`, async () => {}],
    ["/console/audit", () => rows.first().click()],
    ["/console/payment-links", () => rows.first().click()],
    ["/console/events", () => page.getByText("Payload").first().click()],
    [`/console/payments/${made.payment}`, () => page.getByRole("button", { name: "View checkout" }).click()],
  ];
  for (const [address, open] of opened) {
    await visit(page, product.base + address);
    await open();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect.poll(async () => (await page.locator("body").innerText()).includes(SHOWN)).toBe(true);
    found.push(...(await findInjected(page)));
  }
  expect(found).toEqual([]);
});

test("a connection's text and its errors are shown as text in the operator's form", async ({ page, context }) => {
  const found = await lookAs(page, context, USERS.operator);
  await visit(page, `${product.base}/operator/banks/${made.connection}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Edit connection" });
  const text = form.getByRole("textbox");
  await expect(text).toHaveValue(new RegExp(SHOWN.replace(/[()]/g, "\\$&")));
  await text.fill(JSON.stringify({ ...JSON.parse(await text.inputValue()), [MARKUP]: true }));
  await form.getByRole("button", { name: "Check connection" }).click();
  await expect(form.getByRole("list")).toContainText(SHOWN);
  found.push(...(await findInjected(page)));
  expect(found).toEqual([]);
});

/** Characters that start a formula in a spreadsheet, also after white space. */
const LEADS = ["=", "+", "-", "@", "\t=", "\r=", " +"];
test("no cell of an exported file starts a formula, and browsers download the file instead of opening it", {
  tag: "@deep",
}, async ({ page }) => {
  for (const section of ["console", "acting", "operator"] as const) {
    const lists = exportsOf(section);
    if (lists.length === 0) continue;
    await page.context().clearCookies();
    await startSession(page, userOf(section), product.base);
    for (const lead of LEADS) {
      await insertPayloads(product.query, lead);
      for (const list of lists) {
        const answer = await page.request.get(
          `${product.base}${fileOf(list, made)}?merchant=${OLARIA}&partner=${RIBEIRA}&mode=test`,
        );
        const told = answer.headers();
        expect([list, answer.status()]).toEqual([list, 200]);
        expect([list, told["content-disposition"], told["x-content-type-options"]]).toEqual([
          ...[list, expect.stringMatching(/^attachment;/), "nosniff"],
        ]);
        const text = await answer.text();
        // The chains of a partner and of the platform may contain no text of others.
        if (section === "console") expect([list, text.includes(SHOWN)]).toEqual([list, true]);
        if (list.endsWith(".csv")) expect([list, lead, formulasIn(text)]).toEqual([list, lead, []]);
        else for (const line of text.split("\n").filter(Boolean)) expect(JSON.parse(line)).toEqual(expect.any(Object));
      }
    }
  }
});

test("control: a page without escaping is detected, with a content policy and without", async ({ page, context }) => {
  const found = await watchScripts(context);
  const address = "http://forgetful.example/";
  const caught: string[][] = [];
  for (const headers of [{ "Content-Security-Policy": "script-src 'nonce-x'" }, {}]) {
    await page.route(`${address}**`, (route) => route.fulfill({ contentType: "text/html", headers, body: MARKUP }));
    await page.goto(address);
    await expect.poll(() => found.length).toBeGreaterThan(0);
    caught.push([...found.splice(0), ...(await findInjected(page))]);
    await page.unroute(`${address}**`);
  }
  expect(caught[0]?.join()).toMatch(/^refused script-src.*markup <img>/s);
  expect(caught[1]?.join()).toMatch(/ran [1-6] on .*markup <img>/s);
});

test("control: a file with unescaped formulas is detected", () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const forgetful = LEADS.map((lead) => `${lead}SUM(A1) "x", y`);
  const file = `\uFEFFReference,Amount\r\n${forgetful.map((cell) => `${quoted(cell)},-12.30\r\n`).join("")}`;
  expect(cellsOf(file).filter((cell) => cell === "-12.30")).toHaveLength(LEADS.length);
  expect(formulasIn(file)).toEqual(forgetful);
});
