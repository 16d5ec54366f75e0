// The list of payments while a person reads it: rows that arrive, and the next page by the keyboard.
import { expect, type Page, test } from "@playwright/test";
import { OLARIA } from "../support/console/console-pages";
import { startSession } from "../support/console/session";
import { newPayment, query } from "../support/shared";
import { baseUrl } from "../support/shop";

const rows = (page: Page) => page.getByRole("table", { name: "Payments, newest first" }).locator("tbody a[data-opens]");
const marked = (name: string) => `${name}${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

test("a payment that arrives while a row is pointed at waits above the list, and is shown by its button", {
  tag: "@deep",
}, async ({ page, request }) => {
  const mark = marked("Cup");
  await newPayment(request, { reference: `${mark} one` });
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments?q=${mark}`);
  await rows(page).hover();
  await newPayment(request, { reference: `${mark} two` });
  const show = page.getByRole("button", { name: "1 new payment" });
  await expect(show).toBeVisible();
  await expect(rows(page)).toHaveText([`${mark} one`]);
  await show.click();
  await expect(rows(page)).toHaveText([`${mark} two`, `${mark} one`]);
  await expect(show).toHaveCount(0);

  await newPayment(request, { reference: `${mark} three` });
  // The pointer is beside the rows: nothing moves under it.
  await expect(rows(page)).toHaveText([`${mark} three`, `${mark} two`, `${mark} one`]);
});

test("a row whose status changes is marked for a moment, and not with reduced motion", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const mark = marked("Bowl");
  const { id } = await newPayment(request, { reference: mark });
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments?q=${mark}`);
  const changed = page.locator("main tbody [class*=changed]");
  await expect(rows(page)).toHaveText([mark]);
  await expect(changed).toHaveCount(0);
  await query("UPDATE payment_requests SET expires_at = app_now() - interval '1 second' WHERE id = $1", [id]);
  await expect(changed).toHaveText("Expired");
  const animation = () => changed.evaluate((word) => getComputedStyle(word, "::after").animationName);
  expect(await animation()).toMatch(/changed$/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await animation()).toBe("none");
});

test("a search that waits, is offline or fails shows no count, and never rows of another search as its own", async ({
  page,
  request,
}) => {
  const mark = marked("Jug");
  for (const name of ["one", "two"]) await newPayment(request, { reference: `${mark} ${name}` });
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments?q=${mark}`);
  const box = page.getByRole("searchbox", { name: "Search payments" });
  const busy = page.locator("main [aria-busy=true]", { has: rows(page) });
  const counted = page.locator("main").getByText(/payments? match/);
  await expect(counted).toHaveText(`2 payments match “${mark}”`);

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/trpc/**", (route) => held.then(() => route.continue()));
  await box.fill(`${mark} two`);
  await expect(page.getByText("Searching…")).toBeVisible();
  await expect(busy).toHaveCount(1);
  await expect(counted).toHaveCount(0);
  answer();
  await expect(counted).toHaveText(`1 payment matches “${mark} two”`);
  await expect(rows(page)).toHaveText([`${mark} two`]);
  await expect(busy).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });

  await page.context().setOffline(true);
  await box.fill(`${mark} one`);
  await expect(page.getByText("You’re offline. These rows match your previous filter.")).toBeVisible();
  await expect(busy).toHaveCount(1);
  await expect(counted).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(counted).toHaveText(`1 payment matches “${mark} one”`);
  await expect(page.getByText("You’re offline.")).toHaveCount(0);

  await page.route("**/api/trpc/**", (route) => route.fulfill({ status: 500, body: "" }));
  await box.fill(`${mark} t`);
  const failure = page.getByRole("alert").filter({ hasText: "We couldn’t load your payments" });
  await expect(failure).toContainText("Something went wrong on our side.", { timeout: 15_000 });
  await expect(rows(page)).toHaveCount(0);
  await expect(counted).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^All payments/ })).toHaveAttribute("aria-current", "true");
  expect((await failure.boundingBox())?.y).toBeGreaterThan((await box.boundingBox())?.y ?? 0);
  await expect(box).toBeFocused();
  const again = failure.getByRole("button", { name: "Try again" });
  const second = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/trpc/**", (route) => second.then(() => route.continue()));
  await again.click();
  await expect(again).toBeDisabled();
  answer();
  await expect(rows(page)).toHaveText([`${mark} two`], { timeout: 15_000 });
});

test("J after the last row focuses the first row of the next page, and K the last row of the page before", {
  tag: "@deep",
}, async ({ page }) => {
  const mark = marked("Plate");
  await query(
    `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
       order_id, locale, test, status, expires_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'embedded', sha256(($2 || n)::bytea), '', 100 + n, 'CHF', $2 || ' ' || n, 'P' || n, 'en',
       true, 'pending', app_now() + interval '15 minutes', app_now() - n * interval '1 second', app_now()
     FROM generate_series(1, 60) AS n`,
    [OLARIA, mark],
  );
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments?currency=CHF`);
  const last = (await rows(page).count()) - 1;
  await rows(page).nth(last).focus();
  const name = await rows(page).nth(last).textContent();
  await page.keyboard.press("j");
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page).first()).not.toHaveText(name ?? "");
  await expect(page).toHaveURL(/[?&]at=/);
  await page.keyboard.press("k");
  await expect(rows(page).nth(last)).toBeFocused();
  await expect(rows(page).nth(last)).toHaveText(name ?? "");
});
