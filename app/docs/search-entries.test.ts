import MiniSearch from "minisearch";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { listOperations } from "@/server/http/openapi/operations";
import { SEARCH_OPTIONS } from "./browser/search-options";
import { guideLinks, linkOf, readGuide } from "./guides";
import { markdown } from "./markdown";
import { searchEntries } from "./search-entries";

const entries = searchEntries();
const found = (words: string) => {
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(entries);
  return index.search(words).map(({ id }) => String(id));
};

it("every entry leads to a heading of a guide or to an operation", () => {
  const headings = guideLinks.flatMap(({ name, address }) => {
    const html = renderToStaticMarkup(markdown(readGuide(name)?.text ?? "", linkOf));
    return [address, ...[...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => `${address}#${id}`)];
  });
  const operations = listOperations().map(({ id }) => id);
  const addresses = entries.map(({ address }) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
  const known = (address: string) =>
    address.startsWith("/docs#/") ? operations.includes(address.split("/").at(-1) ?? "") : headings.includes(address);
  expect(addresses.filter((address) => !known(address))).toEqual([]);
  expect(addresses.filter((address) => address.startsWith("/docs#/"))).toHaveLength(operations.length);
  expect(known("/docs#/Payments/nothing")).toBe(false);
});

it.each([
  ["chargeback", "/docs/integrate/not-in-the-api#chargebacks-and-payouts"],
  ["payouts", "/docs/integrate/not-in-the-api#chargebacks-and-payouts"],
  ["createPaymentLink", "/docs#/Payment%20links/createPaymentLink"],
  ["idempotency", "/docs/integrate/errors-and-retries"],
  ["verify signture", "/docs/integrate/webhooks"],
])("%s finds %s among the first five", (words, address) => {
  expect(found(words).slice(0, 5)).toEqual(expect.arrayContaining([expect.stringContaining(address)]));
});

it("words that are nowhere find nothing", () => {
  expect(found("zeppelin")).toEqual([]);
});
