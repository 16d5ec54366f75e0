// The bytes sent before a customer can choose a bank. components/checkout/languages/weight.test.tsx limits the pages' own weights; here
// the transfer must not add to them.
import { get } from "node:http";
import { expect, test } from "@playwright/test";
import { newPayment } from "../support/shared";
import { baseUrl } from "../support/shop";

const FIRST_VIEW_BYTES = 25_000;
const LOADER_BYTES = 3 * 1_024;

/** The bytes of a response's body as sent, and its decoded text. */
async function fetched(address: string): Promise<{ bytes: number; encoding: string | undefined; text: string }> {
  const text = await (await fetch(baseUrl + address)).text();
  return new Promise((resolve, reject) => {
    get(baseUrl + address, { headers: { "Accept-Encoding": "gzip" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => resolve({ bytes, encoding: answer.headers["content-encoding"], text }));
    }).on("error", reject);
  });
}

test("the frame's first view and the loader are compressed and within their limits", async ({ request }) => {
  const { token } = await newPayment(request);
  const page = await fetched(`/embed?payment_token=${token}`);
  const [css = ""] = /\/assets\/checkout-[\w-]+\.css/.exec(page.text) ?? [];
  const [js = ""] = /\/assets\/checkout-[\w-]+\.js/.exec(page.text) ?? [];
  const parts = [page, await fetched(css), await fetched(js)];
  const loader = await fetched("/embed.js");
  expect([...parts, loader].map(({ encoding }) => encoding)).toEqual(["gzip", "gzip", "gzip", "gzip"]);
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
  expect(loader.bytes).toBeLessThanOrEqual(LOADER_BYTES);
});
