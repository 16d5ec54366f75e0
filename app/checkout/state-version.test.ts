import { describe, expect, test } from "vitest";
import { samplePage } from "../../components/checkout/testing/sample-page";
import type { Checkout } from "../../server/payments/checkout/checkout-view";
import { readParams } from "./params";
import { stateVersionOf } from "./state-version";

const params = readParams(new Request("https://pay.example/embed?payment_token=ptok_sample"));
const versionOf = (changed: Partial<Checkout>) =>
  stateVersionOf({ checkout: samplePage(changed).checkout, view: "frame", params });

describe("the time after which a page changes by itself", () => {
  test.each<[string, Partial<Checkout>, number | null]>([
    ["a link's page", {}, null],
    ["a token", { expiresInS: 600 }, 600],
    ["a second screen before the token's end", { expiresInS: 600, secondScreenForS: 60 }, 60],
    ["a link's second screen", { secondScreenForS: 60 }, 60],
    ["a return", { phase: "confirming", returnedForS: 3 }, 6],
    ["a bank that has not answered", { phase: "at_bank", unansweredForS: 20 }, 100],
    ["the same bank after two minutes", { phase: "at_bank", unansweredForS: 120 }, null],
  ])("%s", (_what, changed, seconds) => {
    expect(versionOf(changed).changesInS).toBe(seconds);
  });
});

test("a page that no longer waits for a second screen has another key", () => {
  expect(versionOf({ secondScreenForS: 1 }).key).not.toBe(versionOf({ secondScreenForS: 0 }).key);
});
