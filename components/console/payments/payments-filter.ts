import { addressOf, cursorOf, knownOf, type Search, textOf, UUID, without } from "../../ui/filter/filter-address";
import {
  type AmountAndTime,
  amountAndTimeSearch,
  fittingOf,
  onlySet,
  readAmountAndTime,
  SPAN_PARTS,
} from "../../ui/filter/filter-span";
import type { Outputs } from "../frame/queries";

export type PaymentsList = Outputs["payments"]["list"];
export type Stage = keyof NonNullable<PaymentsList["counts"]>;

/** The filter of a list of payments. The mode is the page's. */
export type PaymentsFilter = AmountAndTime & {
  stage?: Stage;
  bankId?: string;
  flow?: (typeof FLOWS)[number];
  flag?: (typeof FLAGS)[number];
  search?: string;
};

export const PAYMENTS_PATH = "/console/payments";

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

/** The filter and the page of an address. Unknown values are ignored. */
export function readPaymentsSearch(search: Search): { filter: PaymentsFilter; cursor?: string } {
  const cursor = cursorOf(search);
  const filter = {
    ...readAmountAndTime(search),
    ...onlySet<Omit<PaymentsFilter, keyof AmountAndTime>>({
      stage: knownOf(search, "status", STAGES),
      bankId: fittingOf(search, "bank", UUID),
      flow: knownOf(search, "channel", FLOWS),
      flag: knownOf(search, "flag", FLAGS),
      search: textOf(search, "q"),
    }),
  };
  return { filter, ...(cursor ? { cursor } : {}) };
}

/** The search parameters of a filter: what `readPaymentsSearch` reads. */
export function paymentsSearch(filter: PaymentsFilter): Record<string, string | undefined> {
  const { stage, bankId, flow, flag, search } = filter;
  return { status: stage, bank: bankId, channel: flow, flag, ...amountAndTimeSearch(filter), q: search };
}

export function paymentsPath(filter: PaymentsFilter, cursor?: string, path: string = PAYMENTS_PATH): string {
  return addressOf(path, { ...paymentsSearch(filter), at: cursor });
}

/** The parts of a filter that are set, each with its label and the filter without it. */
export function setPaymentsParts(filter: PaymentsFilter): { words: string; rest: PaymentsFilter }[] {
  const parts: [string, (keyof PaymentsFilter)[]][] = [
    ["search", ["search"]],
    ["status", ["stage"]],
    ...SPAN_PARTS,
    ["bank", ["bankId"]],
    ["channel", ["flow"]],
    ["flag", ["flag"]],
  ];
  return parts
    .filter(([, names]) => names.some((name) => filter[name] !== undefined))
    .map(([words, names]) => ({ words, rest: without(filter, ...names) }));
}

/** The fields that the payment search covers. */
export const SEARCH_FINDS = "ID, or start of reference, order or name";

/** `No test payment matches "zzzzqq" with status Failed.`, followed by the searched fields. */
export function noMatchText({ search, stage, ...rest }: PaymentsFilter, test: boolean): string {
  const what = `No ${test ? "test" : "live"} payment`;
  if (search === undefined) return `${what} matches these filters.`;
  const others = Object.values(rest).some((value) => value !== undefined) ? " and the other filters" : "";
  const status = stage ? ` with status ${STAGE_LABELS[stage]}` : "";
  const finds = "The search finds IDs, and the start of a reference, an order or a customer's name.";
  return `${what} matches “${search}”${status}${others}. ${finds}`;
}
