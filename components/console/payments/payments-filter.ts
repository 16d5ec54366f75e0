import { addressOf, allOf, cursorOf, knownOf, type Search, textOf, UUID } from "../../ui/filter/filter-address";
import {
  type AmountAndTime,
  amountAndTimeSearch,
  CURRENCY,
  onlySet,
  readAmountAndTime,
  SPAN_PARTS,
  setPartsOf,
} from "../../ui/filter/filter-span";
import type { Outputs } from "../../ui/queries";
import { PAYMENTS_PATH } from "./payment-path";

export type PaymentsList = Outputs["payments"]["list"];
export type Stage = keyof NonNullable<PaymentsList["counts"]>;

/** The filter of a list of payments. The mode is the page's. Of several values one has to match; no list is empty. */
export type PaymentsFilter = Omit<AmountAndTime, "currency"> & {
  stages?: Stage[];
  bankIds?: string[];
  currency?: string[];
  flow?: (typeof FLOWS)[number];
  flag?: (typeof FLAGS)[number];
  search?: string;
};

export const STAGES = ["open", "at_bank", "completed", "failed", "cancelled", "expired"] as const;
export const FLOWS = ["embedded", "redirect", "link"] as const;
export const FLAGS = ["late", "returned", "needs_review"] as const;

export const STAGE_LABELS: Record<Stage, string> = {
  open: "Open",
  at_bank: "At the bank",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Expired",
};
export const CHANNEL_LABELS: Record<(typeof FLOWS)[number], string> = {
  embedded: "Embedded checkout",
  redirect: "Hosted page",
  link: "Payment link",
};
export const FLAG_LABELS: Record<(typeof FLAGS)[number], string> = {
  late: "Completed late",
  returned: "Returned",
  needs_review: "Needs review",
};

/** The limit of the call. */
const MAX_BANKS = 8;

const someOf = <T extends string>(values: readonly T[]): T[] | undefined =>
  values.length === 0 ? undefined : [...new Set(values)];

/** The filter and the page of an address. Unknown values are ignored. */
export function readPaymentsSearch(search: Search): { filter: PaymentsFilter; cursor: string | undefined } {
  const { currency: _, ...span } = readAmountAndTime(search);
  const filter = {
    ...span,
    ...onlySet<Omit<PaymentsFilter, Exclude<keyof AmountAndTime, "currency">>>({
      stages: someOf(STAGES.filter((stage) => allOf(search, "status").includes(stage))),
      bankIds: someOf(
        allOf(search, "bank")
          .filter((id) => UUID.test(id))
          .slice(0, MAX_BANKS),
      ),
      currency: someOf(
        allOf(search, "currency")
          .map((code) => code.toUpperCase())
          .filter((code) => CURRENCY.test(code)),
      ),
      flow: knownOf(search, "channel", FLOWS),
      flag: knownOf(search, "flag", FLAGS),
      search: textOf(search, "q"),
    }),
  };
  return { filter, cursor: cursorOf(search) };
}

/** The search parameters of a filter: what `readPaymentsSearch` reads. */
export function paymentsSearch(filter: PaymentsFilter): Record<string, string | readonly string[] | undefined> {
  const { stages, bankIds, currency, flow, flag, search, ...span } = filter;
  return { status: stages, bank: bankIds, channel: flow, flag, ...amountAndTimeSearch(span), currency, q: search };
}

export function paymentsPath(filter: PaymentsFilter, cursor?: string, path: string = PAYMENTS_PATH): string {
  return addressOf(path, { ...paymentsSearch(filter), at: cursor });
}

/** The list with a payment open beside it. */
export function openPaymentPath(filter: PaymentsFilter, cursor: string | undefined, payment: string | undefined) {
  return addressOf(PAYMENTS_PATH, { ...paymentsSearch(filter), at: cursor, payment });
}

/** The parts of a filter that are set, each with its label and the filter without it. */
export function setPaymentsParts(filter: PaymentsFilter): { words: string; rest: PaymentsFilter }[] {
  return setPartsOf(filter, [
    ["search", ["search"]],
    ["status", ["stages"]],
    ...SPAN_PARTS,
    ["bank", ["bankIds"]],
    ["channel", ["flow"]],
    ["flag", ["flag"]],
  ]);
}

/** The fields that the payment search covers. */
export const SEARCH_FINDS = "Name, e-mail, amount, IBAN, order…";

/** `No test payment matches "zzzzqq" with status Failed.`, followed by the searched fields. */
export function noMatchText({ search, stages, ...rest }: PaymentsFilter, test: boolean): string {
  const what = `No ${test ? "test" : "live"} payment`;
  if (search === undefined) return `${what} matches these filters.`;
  const others = Object.values(rest).some((value) => value !== undefined) ? " and the other filters" : "";
  const status = stages ? ` with status ${stages.map((stage) => STAGE_LABELS[stage]).join(" or ")}` : "";
  return `${what} matches “${search}”${status}${others}. ${SEARCH_COVERS}`;
}

const SEARCH_COVERS =
  "Search covers name, e-mail, amount, the end of an IBAN, reference, order, bank and ID, each from the start of a word.";
