import { addressOf, cursorOf, knownOf, type Search, textOf, UUID, without } from "./filter-address";
import {
  type AmountAndTime,
  amountAndTimeSearch,
  fittingOf,
  onlySet,
  readAmountAndTime,
  SPAN_PARTS,
} from "./filter-span";
import type { Outputs } from "./queries";

export type PaymentsList = Outputs["payments"]["list"];
export type Stage = keyof NonNullable<PaymentsList["counts"]>;

/** Which payments a page shows: as the call takes it, but for the mode, which is the page's. */
export type PaymentsFilter = AmountAndTime & {
  stage?: Stage;
  bankId?: string;
  flow?: (typeof FLOWS)[number];
  mark?: (typeof MARKS)[number];
  search?: string;
};

export const PAYMENTS_PATH = "/console/payments";

export const STAGES = ["open", "at_bank", "completed", "failed", "cancelled", "expired"] as const;
export const FLOWS = ["embedded", "redirect", "link"] as const;
export const MARKS = ["late", "returned", "look"] as const;

export const STAGE_WORDS: Record<Stage, string> = {
  open: "Open",
  at_bank: "At the bank",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Expired",
};
export const FLOW_WORDS: Record<(typeof FLOWS)[number], string> = {
  embedded: "Embedded checkout",
  redirect: "Hosted page",
  link: "Payment link",
};
export const MARK_WORDS: Record<(typeof MARKS)[number], string> = {
  late: "Completed late",
  returned: "Returned",
  look: "Needs a look",
};

/** The filter and the page that an address asks for. What no page ever wrote there is passed over. */
export function readPaymentsSearch(search: Search): { filter: PaymentsFilter; cursor?: string } {
  const cursor = cursorOf(search);
  const filter = {
    ...readAmountAndTime(search),
    ...onlySet<Omit<PaymentsFilter, keyof AmountAndTime>>({
      stage: knownOf(search, "status", STAGES),
      bankId: fittingOf(search, "bank", UUID),
      flow: knownOf(search, "through", FLOWS),
      mark: knownOf(search, "mark", MARKS),
      search: textOf(search, "q"),
    }),
  };
  return { filter, ...(cursor ? { cursor } : {}) };
}

/** What of the address says a filter: what `readPaymentsSearch` reads. */
export function paymentsSearch(filter: PaymentsFilter): Record<string, string | undefined> {
  const { stage, bankId, flow, mark, search } = filter;
  return { status: stage, bank: bankId, through: flow, mark, ...amountAndTimeSearch(filter), q: search };
}

export function paymentsPath(filter: PaymentsFilter, cursor?: string, path: string = PAYMENTS_PATH): string {
  return addressOf(path, { ...paymentsSearch(filter), at: cursor });
}

/** The parts of a filter that a person set and can take away, each with its words. */
export function setPaymentsParts(filter: PaymentsFilter): { words: string; rest: PaymentsFilter }[] {
  const parts: [string, (keyof PaymentsFilter)[]][] = [
    ["the search", ["search"]],
    ["its status", ["stage"]],
    ...SPAN_PARTS,
    ["the bank", ["bankId"]],
    ["the way it was asked for", ["flow"]],
    ["the mark", ["mark"]],
  ];
  return parts
    .filter(([, names]) => names.some((name) => filter[name] !== undefined))
    .map(([words, names]) => ({ words, rest: without(filter, ...names) }));
}
