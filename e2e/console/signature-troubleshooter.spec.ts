import { createHmac } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { startSession } from "../support/console/session";
import { ready } from "../support/ready";
import { baseUrl } from "../support/shop";

const SECRET = `whsec_${"0123456789abcdef".repeat(4)}`;
const BODY = '{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}';

function headersAt(t: number): string {
  const hash = createHmac("sha256", SECRET).update(`${t}.${BODY}`).digest("hex");
  return `X-Timestamp: ${t}\nX-Signature: t=${t},v1=${hash}`;
}
const nowS = () => Math.floor(Date.now() / 1000);

async function openTroubleshooter(page: Page, fragment = ""): Promise<void> {
  await startSession(page);
  await page.goto(`${baseUrl}/console/webhooks/signature${fragment}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signature troubleshooter");
  await ready(page);
}
const verdict = (page: Page) => page.locator("#troubleshooter-verdict");
const field = (page: Page, name: string) => page.getByRole("textbox", { name });

test("the signature troubleshooter explains a pre-filled delivery, and sends nothing", async ({ page }) => {
  const fragment = `#headers=${encodeURIComponent(headersAt(nowS()))}&body=${encodeURIComponent(BODY)}`;
  await openTroubleshooter(page, fragment);
  await expect(field(page, "Body")).toHaveValue(BODY);
  await expect(page).toHaveURL(`${baseUrl}/console/webhooks/signature`);
  await expect(verdict(page)).toHaveText("Paste the secret");
  // The Console's own requests contain nothing of the delivery, and no other request is sent.
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await field(page, "Secret").fill(SECRET.slice("whsec_".length));
  await expect(page.getByRole("heading", { level: 4 })).toHaveText("The secret lacks whsec_");
  await field(page, "Secret").fill(SECRET);
  await expect(verdict(page)).toHaveText("The signature is valid");
  await field(page, "Body").fill(JSON.stringify(JSON.parse(BODY), null, 2));
  await expect(page.getByRole("heading", { level: 4 })).toHaveText("The body was parsed and re-serialised");
  await expect(page.getByText("It was re-serialised indented;")).toBeVisible();
  await field(page, "Headers").fill(headersAt(nowS() - 720));
  await field(page, "Body").fill(BODY);
  await expect(page.getByRole("heading", { level: 4 })).toHaveText("The signature has expired");
  await expect(page.getByText(/It is 12 min/)).toBeVisible();
  expect(sent.filter((request) => /whsec|v1=|evt_|0123456789abcdef|signature/i.test(request))).toEqual([]);
});

test("the signature troubleshooter reads a body's bytes from a file, by keyboard only, without a violation", {
  tag: "@deep",
}, async ({ page }) => {
  await openTroubleshooter(page);
  await field(page, "Headers").focus();
  await page.keyboard.insertText(headersAt(nowS()));
  for (const name of ["Body", "Choose file", "Secret"]) {
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveAccessibleName(name);
  }
  await page.keyboard.insertText(SECRET);
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  const buffer = Buffer.from(`${BODY}\r\n`);
  await (await chooser).setFiles({ name: "body.json", mimeType: "application/json", buffer });
  await expect(page.getByRole("heading", { level: 4 })).toHaveText("Whitespace was added around the body");
  await expectAccessible(page, "a finding of the signature troubleshooter");
});
