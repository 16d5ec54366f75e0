import { allOf, type Search, textOf, UUID } from "../../ui/filter/filter-address";
import { filterOf, oneOf, someOf } from "../../ui/filter/filter-fields";
import { type AmountAndTime, CURRENCY, SPAN_FIELDS, SPAN_PARTS } from "../../ui/filter/filter-span";
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
  /** The customer's key: `customerKey`. */
  customer?: string;
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

/** The limits of the call. */
export const MAX_BANKS = 8;
const CUSTOMER_KEY = /^(id|mail):.{1,290}$/su;

const toUpper = (text: string): string => text.toUpperCase();

/** The values that fit, each once; none where none fits. */
function eachOf(values: string[], pattern: RegExp): string[] | undefined {
  const fitting = values.filter((one) => pattern.test(one));
  return fitting.length > 0 ? [...new Set(fitting)] : undefined;
}

const banksIn = (search: Search, param = "bank") => eachOf(allOf(search, param), UUID);

/** What an address with more banks than a list takes is answered with; null: it has no more. */
export function tooManyBanks(search: Search): string | null {
  const count = banksIn(search)?.length ?? 0;
  return count > MAX_BANKS
    ? `This address names ${count} banks. A list can be filtered by at most ${MAX_BANKS}.`
    : null;
}

const PAYMENTS = filterOf<PaymentsFilter>(
  {
    stages: ["status", someOf(STAGES)],
    bankIds: ["bank", (search, param) => banksIn(search, param)?.slice(0, MAX_BANKS)],
    flow: ["channel", oneOf(FLOWS)],
    flag: ["flag", oneOf(FLAGS)],
    ...SPAN_FIELDS,
    currency: ["currency", (search, param) => eachOf(allOf(search, param).map(toUpper), CURRENCY)],
    // Whole: a key that is cut is another customer's.
    customer: ["customer", (search, param) => allOf(search, param).find((key) => CUSTOMER_KEY.test(key))],
    search: ["q", textOf],
  },
  [
    ["search", ["search"]],
    ["status", ["stages"]],
    ...SPAN_PARTS,
    ["bank", ["bankIds"]],
    ["channel", ["flow"]],
    ["flag", ["flag"]],
    ["customer", ["customer"]],
  ],
);
export const { read: readPaymentsSearch, values: paymentsSearch, parts: setPaymentsParts } = PAYMENTS;

export function paymentsPath(filter: PaymentsFilter, cursor?: string, path: string = PAYMENTS_PATH): string {
  return PAYMENTS.address(path, filter, { at: cursor });
}

/** The list with a payment open beside it. */
export function openPaymentPath(filter: PaymentsFilter, cursor: string | undefined, payment: string | undefined) {
  return PAYMENTS.address(PAYMENTS_PATH, filter, { at: cursor, payment });
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

/** What a saved view of this filter holds. A span such as the last 7 days is saved with its dates. */
export function saveHelp({ search, customer, from, to }: PaymentsFilter): string {
  const parts = search || customer ? ["Saves the filters without search text and customer."] : [];
  if (from || to) parts.push("The dates are saved as they are.");
  return [...parts, "Only you see it. A view with this name is replaced."].join(" ");
}
