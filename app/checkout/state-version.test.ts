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
    ["the choice of another bank", { phase: "at_bank", canChangeBank: true, changeEndsInS: 40 }, 40],
    ["a bank that has not answered", { phase: "at_bank", unansweredForS: 20 }, 100],
    ["the same bank after two minutes", { phase: "at_bank", unansweredForS: 120 }, null],
  ])("%s", (_what, changed, seconds) => {
    expect(versionOf(changed).changesInS).toBe(seconds);
  });
});

test("a page that no longer waits for a second screen has another key", () => {
  expect(versionOf({ secondScreenForS: 1 }).key).not.toBe(versionOf({ secondScreenForS: 0 }).key);
});

test("a page that no longer offers another bank has another key", () => {
  const keyWith = (canChangeBank: boolean) => versionOf({ phase: "at_bank", canChangeBank }).key;
  expect(keyWith(true)).not.toBe(keyWith(false));
});

test("a page at a bank that has not answered for two minutes has another key", () => {
  const keyAfter = (unansweredForS: number) => versionOf({ phase: "at_bank", unansweredForS }).key;
  expect([keyAfter(119) === keyAfter(0), keyAfter(120) === keyAfter(119)]).toEqual([true, false]);
});
