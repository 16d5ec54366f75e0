import fc from "fast-check";
import { fictitiousIban } from "../../server/lib/money/iban";
import { HOOK } from "../tenancy/world";
import type { Hints } from "./arbitrary-of";
import type { Moving } from "./moving";

const url = fc.webUrl({ validSchemes: ["https"], withQueryParameters: true, withFragments: true });

/** Values by field name that no schema describes: existing ids, and rules over more than one field. */
export function hintsOf(moving: Moving): Hints {
  const { client, merchantId, links, payments, bankIds, webhooks, paymentTokenNames } = moving;
  return {
    client_id: fc.constant(client.client_id),
    client_secret: fc.constant(client.client_secret),
    refresh_token: fc.constant("__refresh_token__"),
    payment_token: fc.constantFrom(...paymentTokenNames),
    merchant_id: fc.constantFrom(merchantId, merchantId.toUpperCase()),
    id: fc.constantFrom(...links),
    paymentRequestId: fc.constantFrom(...payments),
    bankId: fc.constantFrom(...bankIds),
    selected_bank_id: fc.constantFrom(...bankIds),
    // Most schemes are refused for their bank or currency; the banks above offer these two.
    paymentScheme: fc.constantFrom(null, "SEPA_CREDIT_TRANSFER"),
    debtorIban: fc.constant(fictitiousIban("EUR", "a payer")),
    country: fc.constantFrom("PT", "DE", "gb", "ZZ"),
    currency: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("EUR", "eur") },
      { weight: 1, arbitrary: fc.constantFrom("GBP", "HUF", "isk", "Sek") },
    ),
    // With GBP it must be short.
    payment_reference: fc.stringMatching(/^[A-Za-z0-9 /\-?:().,'+#&]{0,17}[A-Za-z0-9]$/),
    locale: fc.constantFrom("en", "en-GB", "en_GB", "pt-BR", "zh-Hant-TW", "de-x-any", "sr_Latn_RS", "i-klingon"),
    success_url: url,
    failure_url: url,
    success_url_redirect: url,
    fail_url_redirect: url,
    // An IP address instead of a name, so that no DNS is needed.
    webhook_url: fc.webPath().map((path) => HOOK + path),
    webhook_endpoints: fc.array(fc.constantFrom(...webhooks), { maxLength: 12 }),
    rewards: fc
      .record({
        extra: fc.nat(1_000),
        more: fc.nat(1_000),
        description: fc.string({ unit: "grapheme", maxLength: 40 }),
      })
      .map(({ extra, more, description }) => ({ extra_rewards: extra, total_rewards: extra + more, description })),
    page: fc.integer({ min: 1, max: 1_000 }).map(String),
    limit: fc.integer({ min: 1, max: 50 }).map(String),
    after: fc.constant("start"),
    // A longer wait only slows the campaign down: its merchant has events at once, or never.
    wait: fc.constant("0"),
    code: fc.constant("ABC234"),
    challenge_id: fc.uuid(),
    // A credential has one ctx; any other is refused.
    ctx: fc.constant(`merchant:${merchantId}`),
    email: fc.emailAddress(),
  };
}
