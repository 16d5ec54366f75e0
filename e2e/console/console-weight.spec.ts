// What the first visit of each page behind the sign-in loads, and whether it moves: an empty cache, and nothing pressed.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { addressOf, type ConsoleSeed, pageGroups, seedSharedConsole, visit } from "../support/console/console-pages";
import { startSession, USERS } from "../support/console/session";
import { newMerchant } from "../support/product/platform";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

const SCRIPT_KB = 250;
const REQUESTS = 30;
const PAGES_IN_A_TEST = 10;

type Weight = { scriptKb: number; requests: number; fonts: string[] };

/**
 * Compressed script, number of requests, and file names of the fonts of a cold visit, at least until `last` has come: a
 * busy browser may send nothing for half a second before it draws a frame, which counts as the end.
 */
async function weigh(page: Page, address: string, last?: Promise<unknown>): Promise<Weight> {
  const devtools = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  const sent: Weight = { scriptKb: 0, requests: 0, fonts: [] };
  devtools.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    if (request.url.startsWith("data:")) return;
    sent.requests += 1;
    if (type === "Script") scripts.add(requestId);
    if (type === "Font") sent.fonts.push(path.basename(request.url));
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) sent.scriptKb += encodedDataLength / 1000;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await visit(page, address);
  await last;
  await page.waitForLoadState("networkidle");
  await devtools.detach();
  return sent;
}

/** In the sample; the deep run opens every page. */
const HEAVIEST = ["/console/try-it", "/console/webhooks/endpoints/[name]", "/console/requests", "/console/payments"];
const NEW_LINK = "/console/payment-links?new=";

let made: ConsoleSeed;
test.beforeAll(async ({ browser }) => {
  made = await seedSharedConsole(browser);
});

/** The pages over a limit. */
async function findHeavy(page: Page, user: string, patterns: readonly string[]): Promise<string[]> {
  await startSession(page, user);
  const heavy: string[] = [];
  for (const pattern of patterns) {
    const { scriptKb, requests } = await weigh(page, baseUrl + addressOf(pattern, made));
    const line = `${scriptKb.toFixed(0)} of ${SCRIPT_KB} KB, ${requests} of ${REQUESTS} requests: ${pattern}`;
    console.log(line);
    if (scriptKb > SCRIPT_KB || requests > REQUESTS) heavy.push(line);
    await page.goto("about:blank");
  }
  return heavy;
}

const limits = `a cold visit loads at most ${SCRIPT_KB} KB of script, in at most ${REQUESTS} requests`;
test(`the heaviest pages, and the drawers of a new link and of a link: ${limits}`, async ({ page }) => {
  const drawers = [NEW_LINK, `/console/payment-links?open=${made.link}`];
  expect(await findHeavy(page, USERS.owner, [...HEAVIEST, ...drawers])).toEqual([]);
});

test("the form of a new link loads the font of its own page and of the preview, and no other face", async ({
  page,
}) => {
  await startSession(page);
  const { fonts } = await weigh(page, baseUrl + NEW_LINK, page.waitForResponse(/geist-latin-wght/));
  expect(fonts).toEqual([expect.stringMatching(/^geist_latin_wght/), expect.stringMatching(/^geist-latin-wght/)]);
});

for (const { name, user, patterns } of pageGroups(PAGES_IN_A_TEST)) {
  test(`${name}: ${limits}`, { tag: "@deep" }, async ({ page }) => {
    expect(await findHeavy(page, user, patterns)).toEqual([]);
  });
}

test("control: a page that sends more requests is found", async ({ page }) => {
  await startSession(page);
  await page.addInitScript((most) => {
    for (let number = 0; number < most; number++) void fetch(`/healthz?${number}`).then((answer) => answer.text());
  }, REQUESTS);
  expect((await weigh(page, `${baseUrl}/console/team`)).requests).toBeGreaterThan(REQUESTS);
});

/** A thousandth of the screen: a letter's width, and no line. */
const SHIFT = 0.001;

/** Visits a page on a phone; the sum of the layout shifts until `last` is shown. */
async function shiftOf(page: Page, path: string, last: string): Promise<number> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      seen.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await visit(page, baseUrl + path);
  await expect(page.getByText(last).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => (window as unknown as { seen: number[] }).seen.reduce((sum, value) => sum + value, 0));
}

/**
 * An owner of a merchant with an account whose next statement is not due: in the merchant of other tests a payment or a
 * statement that arrives while the page is open adds a line, which is no fault.
 */
async function newAccountOwner(): Promise<string> {
  const owner = `still-${randomUUID()}@olaria.example`;
  const [account, merchant] = [randomUUID(), await newMerchant("Still Life", owner)];
  await query(
    `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, iban, holder_name)
     VALUES ($1, $2, 'EUR', '{receiving}', true, 'riverbank', 'PT50000201231234567890154', 'Still Life')`,
    [account, merchant],
  );
  await query(
    `INSERT INTO statement_fetches (id, covered_from, read_at, due_at)
     VALUES ($1, app_now() - interval '1 day', app_now(), app_now() + interval '1 day')`,
    [account],
  );
  return owner;
}

test("on a phone Balances and Reports move no line while the font and the banks' answers come", async ({ page }) => {
  await startSession(page, await newAccountOwner());
  expect(await shiftOf(page, "/console/balances", "Up to date")).toBeLessThan(SHIFT);
  expect(await shiftOf(page, "/console/balances/reports", "Statements for your accountant")).toBeLessThan(SHIFT);
});

test("control: a line that comes above the others is found", async ({ page }) => {
  await page.addInitScript(() => {
    const insert = () => document.body.insertAdjacentHTML("afterbegin", "<p>A late line</p>");
    window.addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(insert)));
  });
  expect(await shiftOf(page, "/sign-in", "A late line")).toBeGreaterThan(SHIFT);
});
