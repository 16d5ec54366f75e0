import { request } from "node:http";
import { expect, test } from "@playwright/test";
import { baseUrl } from "./support/shop";

/** A GET by a caller who offers another protocol, as Java's own client does: status and first character of the body. */
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

test("a caller who offers another protocol is answered in this one, also once pages have been served", async ({
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

test("the outbox is shown to a browser on this machine, and not to a connection that a proxy passes on", async ({
  request: browser,
}) => {
  const statusWith = async (headers: Record<string, string>) =>
    (await browser.get(`${baseUrl}/outbox`, { headers })).status();
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ "x-forwarded-for": "127.0.0.1" })).toBe(404);
  expect(await statusWith({ via: "1.1 proxy" })).toBe(404);
  expect(await statusWith({ "x-bankside-peer": "key 127.0.0.1 127.0.0.1", "x-real-ip": "127.0.0.1" })).toBe(404);
});
