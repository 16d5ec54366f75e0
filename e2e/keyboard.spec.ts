import { expect, type Frame, type Page, test } from "@playwright/test";
import { atBank, baseUrl, expectPaidAndNotified, frameOf, PAID, placeOrder, rootOf, shopUrl } from "./support/shop";

/** More than the tab stops of any page. */
const MAX_STOPS = 40;

/** The focused element, also in frames: its tag, and its name if it has one. */
async function focused(page: Page): Promise<string> {
  const describe = (where: Page | Frame) =>
    where.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const label = element?.labels?.[0]?.textContent ?? element?.textContent ?? "";
      return `${element?.localName} ${element?.name ?? ""} ${label.trim()}`;
    });
  const inFrame = page.frames().find((one) => one.url().startsWith(`${baseUrl}/embed`));
  const isInFrame = inFrame && (await inFrame.evaluate(() => document.hasFocus()));
  return describe(isInFrame ? inFrame : page);
}

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (wanted.test(now)) return;
    seen.push(now);
  }
  throw new Error(`The keyboard does not reach ${wanted}; it reaches: ${seen.join(" | ")}`);
}

test("a payment by keyboard only: search, choose, continue, approve", async ({ page }) => {
  await page.goto(`${shopUrl}/`);
  await tabTo(page, /^button .*Continue to payment$/);
  await page.keyboard.press("Enter");
  await expect(rootOf(frameOf(page))).toHaveAttribute("data-phase", "choosing");
  const orderUrl = page.url();
  await tabTo(page, /^input q /);
  await page.keyboard.type("Geral");
  await expect(frameOf(page).getByText(/^[1-9] banks? found\.$/)).toBeAttached();
  await tabTo(page, /^input bank_id .*Caixa Geral de Depósitos$/);
  await page.keyboard.press("Space");
  await tabTo(page, /^button .*Continue to Caixa Geral de Depósitos$/);
  await page.keyboard.press("Enter");
  await atBank(page);
  await tabTo(page, /^input account /);
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toContain("Shared household account");
  await tabTo(page, /^button answer Approve payment$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAID);
  await expectPaidAndNotified(page, orderUrl);
});

test("Continue without a bank shows an error and moves focus to the list", async ({ page }) => {
  await placeOrder(page);
  const frame = frameOf(page);
  // Shown once the script runs. A press before that leads to a page (without-script.spec.ts).
  await expect(page.locator("#checkout iframe")).toBeVisible();
  await frame.getByRole("button", { name: "Continue", exact: true }).press("Enter");
  await expect(frame.getByRole("alert")).toHaveText("Choose your bank first.");
  expect(await focused(page)).toMatch(/^input bank_id /);
});
