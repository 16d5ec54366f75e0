// WebKitGTK of a distribution: the closest to Safari on Linux.
import { expect, test } from "@playwright/test";
import { DEPTH } from "../../verification/depth";
import { eventsOf, expectEnd, newLink, type Payment, paymentByToken } from "../support/shared";
import { PAID, shopUrl } from "../support/shop";
import { startWebDriver, type WebDriver } from "../support/webdriver";

const TOTAL = 7450;
const BANK = "novobanco";
/** The loader's frame, in an open shadow tree. */
const FRAME = `const look = (root) => {
  for (const element of root.querySelectorAll("*")) {
    const found = element.localName === "iframe" ? element : element.shadowRoot && look(element.shadowRoot);
    if (found) return found;
  }
  return null;
};
return look(document);`;
let browser: WebDriver;
test.beforeAll(async () => {
  browser = await startWebDriver(process.env["E2E_WEBKIT_DRIVER"] ?? "");
});
test.afterAll(() => browser.close());

/** Searches the bank, chooses it and continues: in the frame, or on the page that is open. */
async function continueToBank(): Promise<void> {
  // By a click: in WebKit only a person can focus a frame of another origin.
  await browser.click("//input[@type='search']");
  await browser.type("//input[@type='search']", BANK);
  await browser.click(`//label[contains(@class, 'bank')][.//*[contains(., '${BANK}')]]`);
  expect(await browser.text("//form[@id='pay']//button[contains(@class, 'btn')]")).toBe(`Continue to ${BANK}`);
  await browser.click("//form[@id='pay']//button[contains(@class, 'btn')]");
}

/** Places an order and goes to the bank from the frame in its page. */
async function orderAndContinue(): Promise<Payment> {
  await browser.goTo(`${shopUrl}/`);
  await browser.click("//button[contains(., 'Continue to payment')]");
  const token = await browser.attribute("//*[@id='checkout']", "data-payment-token");
  const payment = await paymentByToken(String(token));
  await browser.enter(FRAME);
  await continueToBank();
  await browser.enter(null);
  return payment;
}

test("a customer chooses a bank in the shop's frame, approves at the bank, and returns to a paid order", async () => {
  const payment = await orderAndContinue();
  await browser.click("//button[contains(., 'Approve payment')]");
  await expect.poll(() => browser.text("//h1")).toMatch(PAID);
  await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [TOTAL] });
  expect(await browser.run("return document.cookie")).toBe("");
});

if (DEPTH === "full") {
  test("a customer who rejects the payment at the bank returns to a cancelled order", async () => {
    const payment = await orderAndContinue();
    await browser.click("//button[contains(., 'Reject payment')]");
    await expect.poll(() => browser.text("//h1")).toBe("The payment was cancelled");
    await expectEnd(payment, { status: "cancelled", events: ["pending", "cancelled"], debits: [] });
  });

  test("a payment link is paid on its own page", async ({ request }) => {
    const { url, id } = await newLink(request);
    await browser.goTo(url);
    await continueToBank();
    await browser.click("//button[contains(., 'Approve payment')]");
    await expect.poll(() => browser.attribute("//*[@data-root]", "data-phase")).toBe("paid");
    await expect.poll(() => eventsOf(id)).toEqual(["payment_link.used"]);
  });
}
