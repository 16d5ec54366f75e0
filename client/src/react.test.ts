// On a server. In a browser: e2e/embedding/embedding-react.spec.ts.
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import type * as served from "../../components/checkout/browser/embed-types";
import type * as published from "./loader.js";
import { loadBankside } from "./loader.js";
import { BanksideCheckout, type BanksideCheckoutProps } from "./react.js";

const props: BanksideCheckoutProps = { baseUrl: "https://pay.example.com", paymentToken: "ptok_x" };

it("draws an empty place on a server, with the attributes that are not its own", () => {
  const more = { id: "pay", className: "wide", "aria-label": "Payment", locale: "de", onComplete: () => {} };
  expect(renderToString(createElement(BanksideCheckout, { ...props, ...more }))).toBe(
    '<div id="pay" class="wide" aria-label="Payment"></div>',
  );
});

it("is loaded in a browser only, and says so elsewhere", async () => {
  await expect(loadBankside(props.baseUrl)).rejects.toThrow("call it in a browser");
});

it("is typed as what the service serves, to the letter", () => {
  // Held by the compiler: either line is an error as soon as one of the two knows what the other does not.
  const ours: published.BanksideLoader = {} as served.BanksideLoader;
  const theirs: served.BanksideLoader = {} as published.BanksideLoader;
  type Same<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : false;
  const same: Same<published.CheckoutOptions, served.CheckoutOptions> &
    Same<published.CheckoutController, served.CheckoutController> = true;
  expect([ours, theirs, same]).toHaveLength(3);
});

it("refuses by its types what a checkout cannot be given", () => {
  const wrong: BanksideCheckoutProps[] = [
    // @ts-expect-error no payment
    { baseUrl: props.baseUrl },
    // @ts-expect-error no such window
    { ...props, bankWindow: "popup" },
    // @ts-expect-error it holds the checkout, and nothing beside it
    { ...props, children: "Pay" },
    // @ts-expect-error a code of the loader's is text
    { ...props, onError: ({ code }: { code: number }) => code },
  ];
  expect(wrong).toHaveLength(4);
});
