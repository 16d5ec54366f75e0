import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { baseUrl, frameOf, placeOrder, rootOf } from "./support/shop";

const TROUBLE = "Pay by bank can’t open here";
/** Longer than the loader waits for its frame. */
const LOADER_GIVES_UP_MS = 15_000;

/** A page of an origin that no merchant has allowed, with the same three lines as the shop's. */
async function strangersPage(paymentToken: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    const mount = `Bankside.mount(document.getElementById("slot"), {
      paymentToken: ${JSON.stringify(paymentToken)}, onError: ({ code }) => { window.trouble = code; } })`;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Stranger</title><link rel="icon" href="data:,"><div id="slot"></div>
      <script src="${baseUrl}/embed.js"></script><script>${mount}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, server };
}

test("a page of an origin that is not allowed gets no checkout, and says so to its shopper", async ({ page }) => {
  await placeOrder(page);
  await expect(rootOf(frameOf(page))).toHaveAttribute("data-phase", "choosing");
  const token = (await page.locator("#checkout").getAttribute("data-payment-token")) ?? "";
  const { url, server } = await strangersPage(token);
  try {
    await page.clock.install();
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.goto(url);
    await refused;
    await expect(page.locator("[data-root]")).toHaveCount(0);
    await page.clock.fastForward(LOADER_GIVES_UP_MS);
    await expect(page.getByRole("heading", { name: TROUBLE })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { trouble: string }).trouble)).toBe("timeout");
  } finally {
    server.close();
  }
});

test("a forged message moves nothing: neither the shop's page nor the frame listens to a stranger", async ({
  page,
}) => {
  const orderUrl = await placeOrder(page);
  const frame = frameOf(page);
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  const box = page.locator("#checkout iframe");
  await expect(box).toHaveClass("on");
  const height = await box.evaluate((element) => (element as HTMLIFrameElement).style.height);
  await page.evaluate(async () => {
    const forged = { bankside: 1, paymentRequestId: "x", status: "success", height: 9999, phase: "paid" };
    for (const type of ["ready", "height", "change", "complete"]) window.postMessage({ ...forged, type }, "*");
    // Messages are delivered in order: what is posted last comes last.
    await new Promise<void>((resolve) => {
      window.addEventListener("message", ({ data }) => data === "last" && resolve());
      window.postMessage("last", "*");
    });
  });
  expect(page.url()).toBe(orderUrl);
  expect(await box.evaluate((element) => (element as HTMLIFrameElement).style.height)).toBe(height);
  // Within the frame: a message that is not the parent's is answered to nobody.
  const inFrame = page.frames().find((one) => one.url().startsWith(`${baseUrl}/embed`));
  const heard = await inFrame?.evaluate(async () => {
    const answers: unknown[] = [];
    window.addEventListener("message", ({ data }) => answers.push(data));
    window.postMessage({ bankside: 1, type: "hello" }, "*");
    window.postMessage("last", "*");
    await new Promise<void>((resolve) => {
      window.addEventListener("message", ({ data }) => data === "last" && resolve());
    });
    return answers.length;
  });
  expect(heard).toBe(2);
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
});

test("the hosted page and the Console are framed by nobody", async ({ page, request }) => {
  await placeOrder(page);
  const token = (await page.locator("#checkout").getAttribute("data-payment-token")) ?? "";
  const pages = [`/checkout?payment_token=${token}`, "/embed?payment_token=ptok_unknown", "/sign-in", "/outbox"];
  for (const path of pages) {
    const policy = (await request.get(baseUrl + path)).headers()["content-security-policy"] ?? "";
    expect(policy, path).toContain("frame-ancestors 'none'");
  }
});
