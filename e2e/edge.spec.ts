import { request } from "node:http";
import { expect, test } from "@playwright/test";
import { ready } from "./support/ready";
import { baseUrl } from "./support/shop";

/** A GET with an Upgrade header, as Java's client sends: status and first character of the body. */
function offering(protocol: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: protocol, "http2-settings": "AAMAAABkAAQAAP__" };
    const call = request(`${baseUrl}${path}`, { headers }, async (response) => {
      let body = "";
      for await (const part of response) body += String(part);
      resolve(`${response.statusCode} ${body.slice(0, 1)}`);
    });
    call.once("error", reject);
    call.end();
  });
}

test("a request with an Upgrade header is answered over HTTP/1.1, also after pages have been served", async ({
  page,
}) => {
  await page.goto(`${baseUrl}/docs`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  const paths = ["/api/v1/banks/top?country=PT", "/openapi.json", "/api/v1/nothing", "/docs"];
  for (const protocol of ["h2c", "websocket"]) {
    const answers = await Promise.all(paths.map((path) => offering(protocol, path)));
    expect(answers).toEqual(["200 {", "200 {", "404 {", "200 <"]);
  }
});

test("the outbox is shown to a browser on this machine, and not through a proxy", async ({ request: browser }) => {
  const statusWith = async (headers: Record<string, string>) =>
    (await browser.get(`${baseUrl}/outbox`, { headers })).status();
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ "x-forwarded-for": "127.0.0.1" })).toBe(404);
  const closed = await (
    await browser.get(`${baseUrl}/outbox`, { headers: { "x-forwarded-host": "tunnel.example" } })
  ).text();
  expect(closed).toContain("The outbox opens only in a browser on this machine");
  expect(await statusWith({ via: "1.1 proxy" })).toBe(404);
  expect(await statusWith({ "x-bankside-peer": "key 127.0.0.1 127.0.0.1", "x-real-ip": "127.0.0.1" })).toBe(404);
});

test("the cached sign-in page runs its own scripts under a policy without a nonce, for every browser", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  const policies: (string | undefined)[] = [];
  for (let visit = 0; visit < 2; visit++) {
    const answer = await page.goto(`${baseUrl}/sign-in`);
    policies.push(answer?.headers()["content-security-policy"]);
    await ready(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
  }
  expect(policies[0]).toMatch(/script-src 'self' 'sha256-/);
  expect(policies[0]).not.toContain("nonce");
  expect(policies[1]).toBe(policies[0]);
  expect(refused).toEqual([]);
});

test("an unknown address returns a page that cannot be framed and runs its own scripts only", async ({ page }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    // The status of the page itself is an error of the console too.
    if (message.type() === "error" && !message.text().includes("404")) refused.push(message.text());
  });
  const answer = await page.goto(`${baseUrl}/not-there`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  expect(answer?.headers()).toMatchObject({
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; script-src 'nonce-.*frame-ancestors 'none'$/,
    ),
    "x-content-type-options": "nosniff",
  });
  await expect(page.getByRole("navigation").getByRole("link")).toHaveText(["Docs"]);
  await page.getByRole("link", { name: "Go to home" }).click();
  await expect(page.getByRole("button", { name: "Try a payment" })).toBeVisible();
  expect(refused).toEqual([]);
});
