// On a server. In a browser: e2e/embedding/embedding-react.spec.ts.
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type * as served from "../../components/checkout/browser/embed-types";
import type * as published from "./loader.js";
import { loadBankside } from "./loader.js";
import { BanksideCheckout, type BanksideCheckoutProps } from "./react.js";

const props: BanksideCheckoutProps = { baseUrl: "https://pay.example.com", paymentToken: "ptok_x" };

it("the component renders an empty element on a server, with the attributes that are not its own", () => {
  const more = { id: "pay", className: "wide", "aria-label": "Payment", locale: "de", onComplete: () => {} };
  expect(renderToString(createElement(BanksideCheckout, { ...props, ...more }))).toBe(
    '<div id="pay" class="wide" aria-label="Payment"></div>',
  );
});

it("loadBankside() rejects on a server, with where to call it", async () => {
  await expect(loadBankside(props.baseUrl)).rejects.toThrow("call it in a browser");
});

it.each([undefined, "", "pay.example.com"])(
  "loadBankside() rejects in a page for an invalid URL: %j",
  async (given) => {
    vi.stubGlobal("document", {});
    await expect(loadBankside(given as string)).rejects.toThrow("baseUrl must be a URL");
    vi.unstubAllGlobals();
  },
);

it("the package's types equal those of the served loader", () => {
  // Checked by the compiler: a line is an error when one side has a member that the other lacks.
  const ours: published.BanksideLoader = {} as served.BanksideLoader;
  const theirs: served.BanksideLoader = {} as published.BanksideLoader;
  type Same<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : false;
  const same: Same<published.CheckoutOptions, served.CheckoutOptions> &
    Same<published.CheckoutController, served.CheckoutController> = true;
  expect([ours, theirs, same]).toHaveLength(3);
});

it("the types refuse invalid props", () => {
  const wrong: BanksideCheckoutProps[] = [
    // @ts-expect-error no payment
    { baseUrl: props.baseUrl },
    // @ts-expect-error not a value of bankWindow
    { ...props, bankWindow: "popup" },
    // @ts-expect-error the element has no children but the checkout
    { ...props, children: "Pay" },
    // @ts-expect-error the loader's codes are strings
    { ...props, onError: ({ code }: { code: number }) => code },
  ];
  expect(wrong).toHaveLength(4);
});
