// A payment link: created in the Console, opened by customers, paid, cancelled, expired, printed.
import { expect, type Locator, type Page, test } from "@playwright/test";
import { decodeQR } from "qr/decode.js";
import { expectAccessible } from "../support/axe";
import { makeLink, openPage, signIn } from "../support/console/console";
import { query } from "../support/shared";
import { approve, atBank, baseUrl, continueTo, reject, rootOf } from "../support/shop";

const PHONE = { width: 390, height: 844 };

/** The content of a QR code on the page. */
async function scanned(code: Locator): Promise<string> {
  await expect(code).toBeVisible();
  await code.evaluate((shown) => (shown instanceof HTMLImageElement ? shown.decode() : undefined));
  const png = (await code.screenshot()).toString("base64");
  const { width, height, dataUrl } = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const image = context?.getImageData(0, 0, bitmap.width, bitmap.height);
    // As text: a list of half a million numbers takes seconds to pass on.
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([image?.data ?? ""]));
    await new Promise((resolve) => reader.addEventListener("load", resolve));
    return { width: bitmap.width, height: bitmap.height, dataUrl: String(reader.result) };
  }, png);
  const data = new Uint8ClampedArray(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));
  return decodeQR({ width, height, data });
}

/** Opens the drawer of a link from its row. */
async function openLink(page: Page, reference: string): Promise<Locator> {
  await page.getByRole("button", { name: `Details of ${reference}` }).click();
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await expect(drawer.getByRole("heading", { name: "Payments" })).toBeVisible();
  return drawer;
}

test("a link is opened on a phone, rejected at one bank, paid at another, and can't be paid again", {
  tag: "@deep",
}, async ({ page, browser }) => {
  test.slow();
  await signIn(page);
  const url = await makeLink(page, { amount: "18.60", reference: "Six plates" });
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await expect(drawer.getByText("No payments yet.")).toBeVisible();

  const shopper = await (await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true })).newPage();
  await shopper.goto(url);
  await expect(rootOf(shopper)).toHaveAttribute("data-phase", "choosing");
  await expect(shopper.getByText("Can be paid once.")).toBeVisible();
  await expect(drawer.getByText("1 view").first()).toBeVisible();
  await continueTo(shopper, "Santander");
  await reject(shopper);
  await expect(shopper.getByRole("heading", { level: 2 })).toHaveText("Payment cancelled");
  await expect(shopper.getByText("No money was sent from Santander.")).toBeVisible();
  await shopper.getByRole("link", { name: "Choose another bank" }).click();
  expect(shopper.url().split("?")[0]).toBe(url);
  await continueTo(shopper, "Millennium bcp");
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
  await expect(rootOf(shopper)).toHaveAttribute("data-torn", "");
  await shopper.context().close();

  const second = await (await browser.newContext()).newPage();
  const answer = await second.goto(url);
  expect(answer?.status()).toBe(410);
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("This link is already paid");
  // Nothing about the payer, and no way to pay.
  await expect(second.locator("body")).not.toContainText("Millennium");
  await expect(second.locator("body")).not.toContainText("18.60");
  await expect(second.getByRole("button", { name: /Continue/ })).toHaveCount(0);
  await expectAccessible(second, "a paid link");
  await second.context().close();

  await expect(drawer.getByRole("complementary", { name: "QR code" })).toHaveCount(0);
  await expect(drawer.getByRole("button", { name: "Cancel link" })).toHaveCount(0);
  const payments = drawer.getByRole("list").filter({ hasText: "Santander" });
  await expect(payments.getByRole("listitem")).toContainText([/Completed.*Millennium bcp/, /Cancelled.*Santander/]);
  await expectAccessible(page, "the drawer of a paid link");
});

test("after a declined payment, a link offers the choice of banks again", { tag: "@deep" }, async ({
  page,
  browser,
}) => {
  await signIn(page);
  const url = await makeLink(page, { amount: "4.00", reference: "SIM-NOFUNDS" });
  const shopper = await (await browser.newContext({ viewport: PHONE })).newPage();
  await shopper.goto(url);
  await continueTo(shopper, "Santander");
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2 })).toHaveText("Santander declined the payment");
  await expect(shopper.getByText("not enough money in the account")).toBeVisible();
  await shopper.getByRole("link", { name: "Choose another bank" }).click();
  await expect(rootOf(shopper)).toHaveAttribute("data-phase", "choosing");
  await expect(shopper.getByRole("radio", { checked: true })).toHaveCount(0);
  await continueTo(shopper, "Millennium bcp");
  await atBank(shopper);
  await shopper.context().close();
});

test("an open page of a link shows its cancellation without a reload", { tag: "@deep" }, async ({ page, browser }) => {
  test.slow();
  await signIn(page);
  const url = await makeLink(page, { amount: "7.00", reference: "Withdrawn" });
  const shopper = await (await browser.newContext({ viewport: PHONE })).newPage();
  await shopper.goto(url);
  await expect(rootOf(shopper)).toHaveAttribute("data-phase", "choosing");

  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await expectAccessible(page, "the drawer of an active link");
  await drawer.getByRole("button", { name: "Cancel link" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel the link for Withdrawn?" });
  await expectAccessible(page, "the question before a link is withdrawn");
  await question.getByRole("button", { name: "Keep link" }).click();
  await expect(drawer.getByText("Active")).toBeVisible();
  await drawer.getByRole("button", { name: "Cancel link" }).click();
  await question.getByRole("button", { name: "Cancel link" }).click();
  await expect(drawer.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(drawer.getByRole("img", { name: /^QR code/ })).toHaveCount(0);
  await expect(drawer.getByText("Withdrawn, 1 view")).toBeVisible();

  await expect(shopper.getByRole("heading", { level: 1 })).toHaveText("This link was cancelled");
  await expectAccessible(shopper, "a withdrawn link");
  const again = await shopper.reload();
  expect(again?.status()).toBe(410);
  await shopper.context().close();
  await drawer.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /Withdrawn/ })).toContainText("Cancelled");
});

test("a link cancelled while the customer is at the bank: the bank decides, and the page says that it was cancelled", {
  tag: "@deep",
}, async ({ page, browser }) => {
  test.slow();
  await signIn(page);
  const url = await makeLink(page, { amount: "9.10", reference: "At the bank" });
  const shopper = await (await browser.newContext()).newPage();
  await shopper.goto(url);
  await continueTo(shopper, "Santander");
  await atBank(shopper);
  const watching = await shopper.context().newPage();
  await watching.goto(url);
  await expect(rootOf(watching)).toHaveAttribute("data-phase", "at_bank");
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await drawer.getByRole("button", { name: "Cancel link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel link" }).click();
  await expect(watching.getByRole("heading", { level: 1 })).toHaveText("This link was cancelled");
  await expect(drawer.getByRole("list").getByRole("listitem")).toContainText([/Cancelled.*Santander/]);
  await shopper.context().close();
});

test("a link's QR code contains its URL on the screen, in the files and on the sheet, which prints on one page", {
  tag: "@deep",
}, async ({ page }) => {
  test.slow();
  await signIn(page);
  const url = await makeLink(page, { amount: "150.00", reference: "Table 12, deposit" });
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  expect(await scanned(drawer.getByRole("img", { name: "QR code of Table 12, deposit" }))).toBe(url);
  for (const kind of ["SVG", "PNG"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      drawer.getByRole("link", { name: kind, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`payment-link-table-12-deposit.${kind.toLowerCase()}`);
  }
  const png = await drawer.getByRole("link", { name: "PNG", exact: true }).getAttribute("href");
  const shown = await page.context().newPage();
  await shown.goto(`${baseUrl}/outbox`);
  await shown.setContent(`<img alt="png" src="${baseUrl}${png}" width="400" height="400">`);
  expect(await scanned(shown.getByRole("img", { name: "png" }))).toBe(url);
  await shown.close();

  const [sheet] = await Promise.all([
    page.context().waitForEvent("page"),
    drawer.getByRole("link", { name: "Print sheet" }).click(),
  ]);
  await expect(sheet.getByRole("heading", { level: 1 })).toHaveText("Pay by bank");
  await expect(sheet.getByText("€150.00")).toBeVisible();
  await expect(sheet.getByText(url)).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Print" })).toBeVisible();
  await expect(sheet.getByRole("navigation", { name: "Console" })).toHaveCount(0);
  expect(await scanned(sheet.getByRole("img", { name: /^QR code for paying/ }))).toBe(url);
  await expectAccessible(sheet, "a print sheet");
  for (const format of ["A4", "Letter"]) {
    const pdf = (await sheet.pdf({ format, preferCSSPageSize: false })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g), format).toHaveLength(1);
  }
  await sheet.emulateMedia({ media: "print" });
  await expect(sheet.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(sheet.getByRole("link", { name: "Payment links" })).toBeHidden();
  const address = sheet.url();
  await sheet.close();

  const stranger = await (await page.context().browser()?.newContext())?.newPage();
  await stranger?.goto(address);
  await expect(stranger?.getByRole("heading", { level: 1 }) as Locator).toContainText(/sign in/i);
  await stranger?.context().close();
  await drawer.getByRole("button", { name: "Cancel link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel link" }).click();
  await expect(drawer.getByRole("complementary", { name: "QR code" })).toHaveCount(0);
  expect((await page.request.get(`${baseUrl}${png}`)).status()).toBe(410);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("This link was cancelled");
  await expect(page.getByRole("img", { name: /^Code/ })).toHaveCount(0);
});

test("an expired link shows when it expired", { tag: "@deep" }, async ({ page, browser }) => {
  await signIn(page);
  const url = await makeLink(page, { amount: "5.00", reference: "Too late" });
  const over = "UPDATE payment_links SET expires_at = app_now() - interval '1 second' WHERE payment_reference = $1";
  await query(over, ["Too late"]);
  const shopper = await (await browser.newContext()).newPage();
  const answer = await shopper.goto(url);
  expect(answer?.status()).toBe(410);
  await expect(shopper.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
  await expect(shopper.getByText(/^It was valid until /)).toBeVisible();
  await expectAccessible(shopper, "an expired link");
  await shopper.context().close();
  await page.getByRole("button", { name: "Done" }).click();
  await openPage(page, "Payment links");
  const drawer = await openLink(page, "Too late");
  await expect(drawer.getByRole("complementary", { name: "QR code" })).toHaveCount(0);
  await expect(drawer.getByText("This link has expired.")).toBeVisible();
});
