import type { InvalidReason } from "../../../server/payments/checkout/checkout-view";
import type { MessageKey } from "../languages/translator";
import type { CheckoutPage } from "../model";

/** Why a bank refused: reason codes of ISO 20022 (external code set ExternalStatusReason1Code). */
const REASONS: Record<string, MessageKey> = {
  AC01: "reason.account_number",
  AC04: "reason.account_closed",
  AC06: "reason.account_blocked",
  AG01: "reason.not_allowed",
  AM02: "reason.above_limit",
  AM04: "reason.no_money",
  AM14: "reason.above_limit",
  CUST: "reason.by_you",
  DS02: "reason.by_you",
  TM01: "reason.too_late",
};

/** The message for a reason code; null for a code without a message, such as MS03 and NARR (no reason given). */
export function reasonKey(code: string | null): MessageKey | null {
  return code === null ? null : (REASONS[code] ?? null);
}

const INVALID: Record<InvalidReason | "no_bank", MessageKey> = {
  no_bank: "invalid.no_bank",
  choose_again: "invalid.choose_again",
  bank_not_offered: "invalid.bank_not_offered",
  account_forgotten: "invalid.account_forgotten",
  shop_closed: "invalid.shop_closed",
  too_many_tries: "invalid.too_many_tries",
};

/** The message for a form that started no payment and shows the picker again; null without one. */
export function refusalText({ checkout, problem, translator: { t } }: CheckoutPage): string | null {
  if (problem?.kind !== "no_bank" && problem?.kind !== "invalid") return null;
  const reason = problem.kind === "invalid" ? problem.reason : problem.kind;
  if (reason !== "too_many_tries") return t(INVALID[reason]);
  // The limit is of an hour. A link lives longer, a payment does not.
  const next = checkout.link
    ? t("invalid.in_an_hour")
    : t("state.failed.at_shop", { merchant: checkout.merchant.brandName });
  return `${t(INVALID[reason])} ${next}`;
}
