// The columns of wide lists in windows of usual widths: which are shown, and that they fill the list.
import { expect, type Locator, test } from "@playwright/test";
import { AUDIT_HEADS } from "../../components/console/audit/audit-heads";
import { PAYMENT_HEADS, SHARE_REM } from "../../components/console/payments/payments-columns";
import { startSession } from "../support/console/session";
import { ready } from "../support/ready";
import { newPayment, query } from "../support/shared";
import { baseUrl } from "../support/shop";

const REM_PX = 16;
const LEAST_WHAT_REM = 12;
const ROW_PX = 40;

/**
 * The visible column headers with their widths, the unused width of the list, and the width of the cells of its first
 * day. Measured at once: a list that changes replaces its rows.
 */
async function headsOf(table: Locator): Promise<{ widths: Map<string, number>; emptyPx: number; dayPx: number }> {
  const found = await table.evaluate((element) => {
    const heads = [...element.querySelectorAll("thead th")].filter((head) => head.checkVisibility());
    const boxes = heads.map((head) => ({ name: head.textContent?.trim() ?? "", box: head.getBoundingClientRect() }));
    const last = Math.max(...boxes.map(({ box }) => box.right));
    const widths = boxes.map(({ name, box }): [string, number] => [name, box.width]);
    const day = [...(element.querySelector("tbody th")?.parentElement?.children ?? [])]
      .filter((cell) => cell.checkVisibility())
      .map((cell) => cell.getBoundingClientRect());
    const dayPx = Math.max(...day.map(({ right }) => right)) - Math.min(...day.map(({ left }) => left));
    return { widths, emptyPx: Math.round(element.getBoundingClientRect().right - last), dayPx: Math.round(dayPx) };
  });
  return { ...found, widths: new Map(found.widths) };
}

const WIDTHS = [
  { width: 1024, without: ["Order"] },
  { width: 1280, without: [] as string[] },
  { width: 1366, without: [] as string[] },
  { width: 1440, without: [] as string[] },
];

test("the payments list shows its columns, with a readable customer and reference, at usual widths", async ({
  page,
  request,
}) => {
  await newPayment(request, { reference: "Columns at usual widths" });
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments`);
  await ready(page);
  const table = page.getByRole("table", { name: "Payments, newest first" });
  for (const { width, without } of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const { widths, emptyPx, dayPx } = await headsOf(table);
    expect([width, ...widths.keys()]).toEqual([width, ...PAYMENT_HEADS.filter((head) => !without.includes(head))]);
    for (const head of ["Customer", "Reference"])
      expect(widths.get(head), `${head}, ${width} px`).toBeGreaterThanOrEqual(SHARE_REM * REM_PX);
    expect(emptyPx, `${width} px`).toBe(0);
    const all = [...widths.values()].reduce((sum, one) => sum + one, 0);
    expect(dayPx, `${width} px`).toBe(Math.round(all));
  }
});

test("a bank's name is whole at usual widths in a row as high as the others, and on a phone with its reference", async ({
  page,
  request,
}) => {
  const name = "Caixa Geral de Depósitos";
  const reference = `A bank with a long name ${Date.now()}`;
  const { id } = await newPayment(request, { reference });
  await query(
    `UPDATE payment_requests SET customer = '{"name": "Ana Long"}', bank_id = banks.id, bank_name = banks.display_name
     FROM banks WHERE payment_requests.id = $1 AND banks.display_name = $2`,
    [id, name],
  );
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments?q=${encodeURIComponent(reference)}`);
  await ready(page);
  const row = page.getByRole("row", { name: /Ana Long/ });
  const hasCut = () =>
    row.getByRole("cell", { name }).evaluate((cell) => {
      const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
      return [cell, ...cell.querySelectorAll("*")].some(isCut);
    });
  for (const { width } of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await hasCut(), (await row.boundingBox())?.height]).toEqual([width, false, ROW_PX]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect([await row.getByRole("cell", { name }).textContent(), await hasCut()]).toEqual([
    expect.stringMatching(`, ${name} · ${reference}$`),
    false,
  ]);
});

test("an amount of a million is whole with its currency at 1280 px, among the payments and on Home", async ({
  page,
  request,
}) => {
  const reference = "A million";
  const { id } = await newPayment(request, { reference });
  await query("UPDATE payment_requests SET amount = 100000000 WHERE id = $1", [id]);
  await startSession(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ["payments", ""]) {
    await page.goto(`${baseUrl}/console/${path}`);
    await ready(page);
    const cells = page.getByRole("row", { name: reference }).first().locator("td");
    const amount = cells.filter({ hasText: "1,000,000.00 EUR" });
    await expect(amount).toHaveAttribute("title", "1,000,000.00 EUR");
    const cut = await cells.evaluateAll((all) =>
      all.slice(0, 2).map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    expect([path, cut]).toEqual([path, [0, 0]]);
  }
});

test("the customers list shows an ordinary e-mail address whole at 1280 px", async ({ page, request }) => {
  const { id } = await newPayment(request);
  const email = "goncalo.figueiredo@example.org";
  const customer = JSON.stringify({ id, name: "Gonçalo Figueiredo", email });
  await query("UPDATE payment_requests SET customer = $2 WHERE id = $1", [id, customer]);
  await startSession(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${baseUrl}/console/customers?q=${id}`);
  await ready(page);
  const cell = page.getByRole("cell", { name: email });
  const [needed, given] = await cell.evaluate((td) => {
    const text = document.createRange();
    text.selectNodeContents(td);
    const { paddingLeft, paddingRight } = getComputedStyle(td);
    const given = td.getBoundingClientRect().width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return [text.getBoundingClientRect().width, given];
  });
  expect(needed).toBeLessThanOrEqual(given ?? 0);
});

test("columns that were chosen keep their width in a window of 1024 px", async ({ page, request }) => {
  await newPayment(request, { reference: "Chosen columns" });
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments`);
  await ready(page);
  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  for (const name of ["Channel", "ID"]) await chooser.getByRole("checkbox", { name, exact: true }).check();
  await page.setViewportSize({ width: 1024, height: 900 });
  const { widths } = await headsOf(page.getByRole("table", { name: "Payments, newest first" }));
  for (const head of ["Customer", "Reference"])
    expect(widths.get(head), head).toBeGreaterThanOrEqual(SHARE_REM * REM_PX);
});

test("the audit log shows all of its columns at usual widths, and an open entry fits a phone", async ({ page }) => {
  await startSession(page);
  await page.goto(`${baseUrl}/console/audit`);
  await ready(page);
  for (const { width } of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const { widths, emptyPx } = await headsOf(page.getByRole("table", { name: /^Audit log/ }));
    expect([width, ...widths.keys()]).toEqual([width, ...AUDIT_HEADS]);
    expect(widths.get(AUDIT_HEADS[2] ?? ""), `${width} px`).toBeGreaterThanOrEqual(LEAST_WHAT_REM * REM_PX);
    expect(emptyPx, `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("main tbody button").filter({ visible: true }).first().click();
  await expect(page.getByText("previous entry")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a customer's name of 90 letters without a space stays within the page", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const { id } = await newPayment(request, { reference: "A long name" });
  const customer = { id, name: "Donaudampfschiff".repeat(6).slice(0, 90) };
  await query("UPDATE payment_requests SET customer = $2 WHERE id = $1", [id, JSON.stringify(customer)]);
  await startSession(page);
  await page.goto(`${baseUrl}/console/customers/${encodeURIComponent(`id:${id}`)}`);
  await ready(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(customer.name);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([width, beyond]).toEqual([width, 0]);
  }
});
