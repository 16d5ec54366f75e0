import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkoutOfThisFile } from "../../server/test/banks/checkout";
import { GET as showEmbed } from "../embed/route";

const { at, newRequest } = checkoutOfThisFile();

async function open(order: Record<string, unknown>, customer: object = {}, more = ""): Promise<Response> {
  const body = { order: { amount: 7450, currency: "EUR", test_transaction: true, ...order }, customer };
  return showEmbed(at(`/embed?payment_token=${await newRequest(body)}${more}`));
}

test("the inline script is the one that the policy allows, and no other can run", async () => {
  const page = await open({});
  const scripts = [...(await page.text()).matchAll(/<script id="early">(.*?)<\/script>/gs)].map(
    ([, text = ""]) => text,
  );
  expect(scripts).toHaveLength(1);
  const hash = createHash("sha256")
    .update(scripts[0] ?? "")
    .digest("base64");
  expect(page.headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}';`);
});

describe("the initial country of the page", () => {
  const countryOf = async (page: Promise<Response>) => /data-country="([A-Z]{2})"/.exec(await (await page).text())?.[1];

  test.each([
    ["the shopper's", { locale: "fr-BE" }, { country: "DE" }, "", "DE"],
    ["else the region of the order's locale", { locale: "fr-BE" }, {}, "", "BE"],
    ["of the page's before the order's", { locale: "fr-BE" }, {}, "&locale=de-AT", "AT"],
    ["a language of the page alone leaves the order's region", { locale: "fr-BE" }, {}, "&locale=de", "BE"],
    ["else the merchant's", { locale: "fr" }, {}, "", "PT"],
    ["where a region has no bank for the currency", { locale: "en-US" }, { country: "JP" }, "", "PT"],
    ["and a currency of one country has only that", { locale: "pt-PT", currency: "PLN" }, {}, "", "PL"],
  ])("is %s", async (_, order, customer, more, country) => {
    expect(await countryOf(open(order, customer, more))).toBe(country);
  });
});
