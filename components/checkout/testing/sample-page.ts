import { type Checkout, NO_PAYMENT } from "../../../server/payments/checkout/checkout-view";
import { translatorFor } from "../languages/translator";
import type { CheckoutPage } from "../model";
import { type PickerBank, type PickerOptions, pickerOf } from "../picker/markets";

/** A checkout as the use-case returns it, invented for tests. */
function sampleCheckout(changes: Partial<Checkout>): Checkout {
  return {
    ...NO_PAYMENT,
    phase: "choosing",
    paymentRequestId: "0190aaaa-0000-7000-8000-000000000000",
    amount: 7450,
    currency: "EUR",
    paymentReference: "Order 3451",
    orderId: "ORD-1",
    locale: "en-GB",
    test: true,
    rewards: { total_rewards: 300, extra_rewards: 150, description: "Weekend bonus" },
    merchant: {
      brandName: "Olaria do Norte",
      country: "PT",
      allowedOrigins: ["https://shop.example"],
      logo: null,
      accent: null,
      help: null,
      taxNumber: null,
      postalAddress: null,
    },
    expiresAt: new Date("2026-11-27T09:00:00Z"),
    successUrl: "https://shop.example/ok?basket=7",
    failureUrl: "https://shop.example/no",
    ...changes,
  };
}

/** Invented euro banks: `count` in Portugal, two in Germany. */
export function sampleBanks(count = 10): PickerBank[] {
  const bank = (number: number, market: string) => ({
    id: `0190bbbb-0000-7000-8000-${String(number).padStart(12, "0")}`,
    displayName: `Banco Ribeira ${number}`,
    name: `Banco da Ribeira número ${number}, S.A.`,
    market,
    aliases: [],
    bic: `RIBEPT${String(number).padStart(2, "0")}`,
    slug: `banco-ribeira-${number}`,
    down: null,
  });
  const local = Array.from({ length: count }, (_, index) => bank(index + 1, "PT"));
  return [...local, { ...bank(101, "DE"), displayName: "Müller Bank" }, { ...bank(102, "DE"), displayName: "Česká" }];
}

/** A customer who has chosen nothing, of a Portuguese merchant. */
export const NO_OPTIONS: PickerOptions = {
  country: null,
  shopper: null,
  region: null,
  merchant: "PT",
  query: "",
  bankId: null,
  showAll: false,
};

/** A page as `buildPage` builds it. */
export function samplePage(checkout: Partial<Checkout> = {}, page: Partial<CheckoutPage> = {}): CheckoutPage {
  const sample = sampleCheckout(checkout);
  return {
    view: "frame",
    checkout: sample,
    format: { locale: sample.locale, exponent: 2 },
    translator: translatorFor(sample.locale),
    addresses: {
      page: { path: "/embed", query: { payment_token: "ptok_sample" } },
      post: "/embed?payment_token=ptok_sample",
      state: "/embed/state?payment_token=ptok_sample&view=frame",
      events: "/embed/events?payment_token=ptok_sample&view=frame",
      hosted: "https://pay.example/checkout?payment_token=ptok_sample",
      phone: "https://pay.example/checkout?payment_token=ptok_sample&window=tab&from=phone",
      qr: "/checkout/qr?payment_token=ptok_sample",
      receipt: "/checkout/receipt?payment_token=ptok_sample",
    },
    logoOf: () => null,
    restingAccounts: [],
    picker: sample.phase === "choosing" ? pickerOf(sampleBanks(), NO_OPTIONS) : null,
    problem: null,
    unfolded: false,
    handedOver: false,
    opening: false,
    goTo: null,
    slow: false,
    backUrl: null,
    elsewhere: false,
    leaving: false,
    refreshS: null,
    theme: null,
    bankWindow: null,
    inApp: null,
    operator: { baseUrl: "https://pay.example", privacyUrl: null, legalNoticeUrl: null },
    origins: ["https://shop.example"],
    assets: { css: "/assets/checkout.css", font: "/assets/geist.woff2", js: "/assets/checkout.js" },
    ...page,
  };
}
