// The overview of a new merchant: empty, a first payment, one that waits at its bank, test and live mode.
import { expect, type Page, test } from "@playwright/test";
import { liveConnection } from "../../server/test/banks/connections";
import { expectAccessible } from "../support/axe";
import { chooseFrom, makeLink, signIn, USERS } from "../support/console/console";
import { ownProduct, type Product } from "../support/product/product";
import { ready } from "../support/ready";
import { approve, atBank, continueTo } from "../support/shop";

const BANK = "novobanco";

test.describe.configure({ mode: "serial" });
let product: Product;
test.beforeAll(async () => {
  product = await ownProduct();
  await product.start();
});
test.afterAll(() => product.remove());

const figure = (page: Page, name: string) => page.locator("dl > div", { hasText: name }).locator("dd").first();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const band = (page: Page) => page.getByRole("complementary", { name: "Test mode" });

test("a payment is counted, and one that waits at its bank for an hour is an action item", { tag: "@deep" }, async ({
  page,
  context,
}) => {
  await signIn(page, product.base);
  await expect(heading(page)).toHaveText(/^Set up /);
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps.getByRole("heading")).toHaveText([
    "See a payment",
    "Create an API key",
    "Receive a webhook",
    "Go live",
  ]);
  // The demo's merchant has a key; its simulated payment, webhook and live account are to come.
  await expect(steps.filter({ hasText: "Done" }).getByRole("heading")).toHaveText(["Create an API key"]);
  await expect(page.locator("[aria-current=step]")).toContainText("See a payment");
  await expectAccessible(page, "the steps of a new merchant", { rules: "all" });
  // No link leaves the merchant's own pages: another merchant's shop would not pay here.
  const links = await page
    .locator("main a")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).origin));
  expect([...new Set(links)]).toEqual([product.base]);
  const shopper = await context.newPage();
  await shopper.goto(await makeLink(page, { amount: "25.50", reference: "First order" }));
  await continueTo(shopper, BANK);
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
  await page.goto(`${product.base}/console`);
  await expect(figure(page, "Received")).toHaveText(/^25\.50\s*EUR$/);
  await expect(figure(page, "Conversion after bank selection")).toHaveText(/^100\s*%$/);
  await expect(heading(page)).toHaveText("Home");
  await expect(page).toHaveTitle("Home · Bankside Console");
  const needs = page.getByRole("region", { name: "Needs your attention" });
  await expect(needs).toContainText("Nothing needs your attention");
  const banks = page.getByRole("table", { name: "Payments by bank, most payments first" });
  await expect(banks.getByRole("row").nth(1)).toContainText(new RegExp(`${BANK}\\s*1\\s*100 %`));
  await expect(page.getByRole("link", { name: "First order" })).toBeVisible();
  const setUp = page.getByRole("region", { name: "Set up" });
  await expect(setUp).toContainText(/Set up: \d of 4/);
  await setUp.getByRole("link").click();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(setUp).toHaveCount(0);
  await page.goto(`${product.base}/console/team`);
  await setUp.getByRole("button", { name: "Hide set-up" }).click();
  await expect(setUp).toHaveCount(0);
  await page.goto(`${product.base}/console`);
  await expect(figure(page, "Received")).toBeVisible();
  await expect(setUp).toHaveCount(0);
  await chooseFrom(page, page.getByRole("button", { name: /^Account menu/ }), "Show set-up");
  await expect(setUp).toContainText("of 4");

  await shopper.goto(await makeLink(page, { amount: "7.20", reference: "Second order" }));
  await continueTo(shopper, BANK);
  await atBank(shopper);
  // Two hours later.
  const waiting =
    "UPDATE payment_requests SET initiated_at = app_now() - interval '2 hours' WHERE payment_reference = $1";
  await product.query(waiting, ["Second order"]);
  await page.goto(`${product.base}/console`);
  await expect(needs.getByRole("listitem")).toContainText("1 payment has been at its bank for more than an hour.");
  await expectAccessible(page, "the overview", { rules: "all" });
  await needs.getByRole("link", { name: "Open payment" }).click();
  await expect(page.getByRole("main")).toContainText("Second order");

  await product.query(
    `INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source, test)
     SELECT gen_random_uuid(), 'protocol', payment_request_id, id, 'Answer ' || number, 'poll', test
     FROM payment_attempts, generate_series(1, 8) AS number
     WHERE payment_request_id = (SELECT id FROM payment_requests WHERE payment_reference = $1)`,
    ["Second order"],
  );
  await page.goto(`${product.base}/console`);
  await ready(page);
  await expect(needs.getByRole("listitem")).toHaveCount(6);
  await needs.getByRole("button", { name: /^Show all/ }).press("Enter");
  await expect(needs.getByRole("listitem").nth(6)).toBeFocused();
});

test("every number of a chart is in its table, by days of the user's zone", { tag: "@deep" }, async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "Pacific/Kiritimati", locale: "en-GB" });
  const page = await context.newPage();
  await signIn(page, product.base, USERS.viewer);
  const chart = page.getByRole("region", { name: "Received by day, EUR" });
  const today = chart.getByRole("row").nth(1);
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "Pacific/Kiritimati" }).format(new Date());
  await expect(today.getByRole("rowheader")).toContainText(`${day} `);
  await expect(today.getByRole("rowheader")).toContainText("so far");
  await expect(today.getByRole("cell")).toHaveText(["1", "25.50", "0.00"]);
  await chart.getByRole("radio", { name: "Table" }).check({ force: true });
  await expect(today).toBeInViewport();
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "Today" }).click();
  await expect(page).toHaveURL(/[?]days=1$/);
  await expect(page.getByRole("region", { name: "Received by hour, EUR" })).toBeVisible();
  await expect(figure(page, "Received")).toHaveText(/^25\.50\s*EUR$/);
  // Yesterday by its date: nothing was received then.
  await page.getByRole("button", { name: "Dates" }).click();
  const dates = page.getByRole("dialog", { name: "Dates" });
  const last = await dates.getByLabel("Last day").inputValue();
  const before = new Date(Date.parse(last) - 86_400_000).toISOString().slice(0, 10);
  await dates.getByLabel("Last day").fill(before);
  await dates.getByRole("button", { name: "Apply" }).click();
  await expect(dates.getByRole("alert")).toHaveText("Enter a first day, and a last day that isn’t before it.");
  await dates.getByLabel("First day").fill(before);
  await dates.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`[?]days=1&until=${before}$`));
  await expect(figure(page, "Received")).toHaveText(/^0\.00\s*EUR$/);
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "14 days" }).click();
  await expect(figure(page, "Received")).toHaveText(/^25\.50\s*EUR$/);
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("Same days last year");
  await expect(page).toHaveURL(/[/]console[?]compare=year$/);
  await expect(chart.getByRole("columnheader")).toHaveText([
    "Day",
    "Completed",
    "Received, EUR",
    "Same days last year",
  ]);
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("No comparison");
  await expect(page).toHaveURL(/[/]console[?]compare=none$/);
  await expect(chart.getByRole("columnheader")).toHaveText(["Day", "Completed", "Received, EUR"]);
  // A viewer gets no button to create, and no link to a page that would be refused.
  await expect(page.getByRole("link", { name: "New payment link" })).toHaveCount(0);
  const places = page.getByRole("navigation", { name: "Console" }).getByRole("link");
  await expect(places.filter({ hasText: "Payments" })).toBeVisible();
  await places.filter({ hasText: "Integration" }).click();
  await expect(places.filter({ hasText: "Go live" })).toBeVisible();
  await expect(places.filter({ hasText: "API keys" })).toHaveCount(0);
  await context.close();
});

test("test and live payments are separated, by a switch and a band", { tag: "@deep" }, async ({ page }, testInfo) => {
  await signIn(page, product.base);
  await expect(band(page)).toContainText("No live bank is connected.");
  await expect(page.getByRole("button", { name: "Live", exact: true })).toHaveCount(0);
  const { profile } = liveConnection(testInfo.outputPath("live"), { cert: "", key: "" });
  await product.query(
    `INSERT INTO bank_profiles (id, environment, bank_ids, profile, first_enabled_at, first_served_at)
     SELECT $1, 'live', array_agg(id), $2, app_now(), app_now() FROM banks WHERE slug = 'millennium-bcp'`,
    [profile.id, JSON.stringify(profile)],
  );
  await expect(async () => {
    await page.goto(`${product.base}/console`);
    await expect(page.getByText("No live payments yet.")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(band(page)).toHaveCount(0);
  const live = page.getByRole("button", { name: "Live", exact: true });
  await expect(live).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Payments", exact: true }).click();
  await expect(page).toHaveURL(/\/console\/payments$/);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page).toHaveURL(/\/console\/payments$/);
  await expect(band(page)).toBeVisible();
  const order = page.getByRole("link", { name: "First order" });
  await expect(order).toBeVisible();
  const address = `${product.base}${await order.getAttribute("href")}`;
  await expect(page.getByRole("button", { name: "Test", exact: true })).toHaveAttribute("aria-pressed", "true");
  await band(page).getByRole("button", { name: "Switch to live" }).click();
  await expect(band(page)).toHaveCount(0);
  await expect(order).toHaveCount(0);

  // The address of a test payment opens in live mode too: its page says so, and switches the mode without leaving it.
  await page.goto(address);
  await expect(page.getByText("This is a test payment.")).toBeVisible();
  await page.getByRole("button", { name: "Switch to test" }).click();
  await expect(band(page)).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(page.getByText("This is a test payment.")).toHaveCount(0);
  await band(page).getByRole("button", { name: "Switch to live" }).click();
  await expect(band(page)).toHaveCount(0);

  // Another tab switches back: this one shows no test payment without the band.
  const other = await page.context().newPage();
  await other.goto(`${product.base}/console`);
  await other.getByRole("button", { name: "Test", exact: true }).click();
  await expect(band(other)).toBeVisible();
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Home", exact: true }).click();
  await expect(heading(page)).toHaveText("You switched to test mode");
  await page.getByRole("button", { name: "Continue with test mode" }).click();
  await expect(band(page)).toBeVisible();
});
