// The crash drill: the product is killed with kill -9 at each step of a payment and restarted, and the payment continues.
import { expect, type Page, type Route, test } from "@playwright/test";
import { LIMIT_FACTOR } from "../../verification/limits";
import { openPage, signIn } from "../support/console/console";
import { BANK_DEBITS, DEBITS, ownProduct, type Product } from "../support/product/product";
import {
  approve,
  atBank,
  continueTo,
  expectPaidAndNotified,
  frameOf,
  placeOrder,
  rootOf,
  shopLog,
} from "../support/shop";

const ORDER_MINOR = 7450;
/** Recovery begins when the next process starts, one minute after the kill. */
const RECOVERED_WITHIN_MS = 30_000 * LIMIT_FACTOR;
const BANK = "novobanco";

test.describe.configure({ mode: "serial" });
let product: Product;
let paid = 0;
test.beforeAll(async () => {
  product = await ownProduct();
  await product.start();
});
test.afterAll(() => product.remove());

/** Paid once, notified by webhook, and one debit for each order so far. */
async function expectTruth(page: Page, orderUrl: string): Promise<void> {
  await expectPaidAndNotified(page, orderUrl, RECOVERED_WITHIN_MS);
  paid += 1;
  const debits = await product.query<{ amount: string }>(DEBITS);
  expect(
    debits.map(({ amount }) => Number(amount)),
    BANK_DEBITS,
  ).toEqual(Array(paid).fill(ORDER_MINOR));
}

/** Approves at the bank without following its redirect; returns the redirect's URL. */
async function approveAndStay(page: Page): Promise<string> {
  await continueTo(frameOf(page), BANK);
  await atBank(page);
  const answered = new Promise<string>((resolve, reject) => {
    const hold = async (route: Route) => {
      // Its style and fonts may still be loading.
      if (route.request().method() !== "POST") return route.continue();
      const answer = await route.fetch({ maxRedirects: 0 });
      await route.abort();
      resolve(answer.headers()["location"] ?? "");
    };
    page.route(/\/simbank\//, (route) => hold(route).catch(reject)).catch(reject);
  });
  await approve(page);
  return answered;
}

/** Each step with the customer's actions; those that the database tests do not cover come first, for the sample. */
const MOMENTS: Record<string, (page: Page) => Promise<void>> = {
  "killed as the bank is pressed: pressing again pays once": async (page) => {
    const orderUrl = await placeOrder(page, product.shop);
    const pressed = page.waitForRequest((request) => request.method() === "POST");
    await Promise.all([pressed.then(() => product.kill()), continueTo(frameOf(page), BANK)]);
    await product.outage();
    // Either the attempt without a response is sent again with its key, or a bank can be chosen again.
    const phase = async () => {
      await page.goto(orderUrl);
      return rootOf(frameOf(page)).getAttribute("data-phase");
    };
    await expect.poll(phase, { timeout: RECOVERED_WITHIN_MS, intervals: [1000] }).toMatch(/^(choosing|at_bank)$/);
    if ((await phase()) === "choosing") await continueTo(frameOf(page), BANK);
    else
      await frameOf(page)
        .getByRole("link", { name: /^Open novobanco/ })
        .click();
    await approve(page);
    await expectTruth(page, orderUrl);
  },

  "killed right after the approval, and the shopper never returns: the bank is asked, and the shop is told": async (
    page,
  ) => {
    const orderUrl = await placeOrder(page, product.shop);
    expect(await approveAndStay(page)).toContain("/return?");
    await product.outage();
    await expectTruth(page, orderUrl);
  },

  "killed after the webhook was taken and before that was written down: it comes again, and changes nothing": async (
    page,
  ) => {
    const orderUrl = await placeOrder(page, product.shop);
    await continueTo(frameOf(page), BANK);
    await atBank(page);
    const letGo = await product.lockTable("webhook_delivery_attempts");
    await approve(page);
    await expectPaidAndNotified(page, orderUrl);
    await product.kill();
    await letGo();
    await product.outage();
    const repeated = async () =>
      (await shopLog(page, orderUrl)).filter((line) => line.endsWith("duplicate: ignored")).length;
    await expect.poll(repeated, { timeout: RECOVERED_WITHIN_MS, intervals: [1000] }).toBeGreaterThan(0);
    await expectTruth(page, orderUrl);
  },

  "killed before the webhook was delivered: it arrives from the next process": async (page) => {
    // Without a worker: the return settles the payment, and its webhook remains a due row.
    await product.kill();
    await product.start("web");
    const waiting = () =>
      product.query<{ id: string }>(
        `SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
         WHERE d.status = 'waiting' AND e.type = 'payment_request.succeeded'`,
      );
    // The shop may have received the last order's webhook before the kill, without the outcome being recorded.
    const earlier = (await waiting()).map(({ id }) => id);
    const orderUrl = await placeOrder(page, product.shop);
    const back = await approveAndStay(page);
    const settled = async () => {
      await page.request.get(back, { maxRedirects: 0 });
      return (await waiting()).filter(({ id }) => !earlier.includes(id)).length;
    };
    await expect.poll(settled, { timeout: RECOVERED_WITHIN_MS, intervals: [1000] }).toBe(1);
    await product.outage();
    await expectTruth(page, orderUrl);
    await expect.poll(waiting, { timeout: RECOVERED_WITHIN_MS, intervals: [1000] }).toEqual([]);
  },

  "killed right after the return: the page that was coming comes": async (page) => {
    const orderUrl = await placeOrder(page, product.shop);
    const back = await page.request.get(await approveAndStay(page), { maxRedirects: 0 });
    await product.outage();
    await page.goto(new URL(back.headers()["location"] ?? "", product.base).href);
    await expectTruth(page, orderUrl);
  },

  "killed after the order was created: the same page takes the payment": async (page) => {
    const orderUrl = await placeOrder(page, product.shop);
    await product.outage();
    await page.reload();
    await continueTo(frameOf(page), BANK);
    await approve(page);
    await expectTruth(page, orderUrl);
  },

  "killed while the shopper is at the bank: the bank's page goes on": async (page) => {
    const orderUrl = await placeOrder(page, product.shop);
    await continueTo(frameOf(page), BANK);
    await atBank(page);
    await product.outage();
    await approve(page);
    await expectTruth(page, orderUrl);
  },
};

for (const [title, drill] of Object.entries(MOMENTS)) test(title, { tag: "@deep" }, ({ page }) => drill(page));

test("after all kills, the merchant's account has the sum of the orders", { tag: "@deep" }, async ({ page }) => {
  expect(paid).toBe(Object.keys(MOMENTS).length);
  // A process calls its own simulated bank only when it serves it.
  expect(await product.query("SELECT profile_id, failures, last_kind FROM bank_health")).toEqual([]);
  await signIn(page, product.base);
  await openPage(page, "Balances");
  const total = ((paid * ORDER_MINOR) / 100).toFixed(2);
  const accounts = page.getByRole("table", { name: "Accounts by role, currency and bank" });
  await expect(accounts.getByRole("row").filter({ hasText: total })).toHaveCount(1);
});
