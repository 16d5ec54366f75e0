import { addressOf, cursorOf, knownOf, type Search, textOf, timeOf, without } from "./filter-address";
import type { Outputs } from "./queries";

export type PaymentsList = Outputs["payments"]["list"];
export type Stage = keyof NonNullable<PaymentsList["counts"]>;

/** Which payments a page shows: as the call takes it, but for the mode, which is the page's. */
export type PaymentsFilter = {
  stage?: Stage;
  currency?: string;
  /** Major units. */
  amountFrom?: string;
  amountTo?: string;
  bankId?: string;
  flow?: (typeof FLOWS)[number];
  mark?: (typeof MARKS)[number];
  /** ISO 8601, UTC. */
  from?: string;
  to?: string;
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

const DECIMAL = /^\d{1,12}(\.\d{1,8})?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CURRENCY = /^[A-Z]{3}$/;

/** An amount as it is typed, with a comma or a dot, as the call takes it; null: it is none. */
export function readDecimal(text: string): string | null {
  const plain = text.trim().replace(",", ".");
  return DECIMAL.test(plain) ? plain : null;
}

function fitting(text: string | undefined, pattern: RegExp): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** The filter and the page that an address asks for. What no page ever wrote there is passed over. */
export function readPaymentsSearch(search: Search): { filter: PaymentsFilter; cursor?: string } {
  const cursor = cursorOf(search);
  const all = {
    stage: knownOf(search, "status", STAGES),
    currency: fitting(textOf(search, "currency")?.toUpperCase(), CURRENCY),
    amountFrom: fitting(textOf(search, "min"), DECIMAL),
    amountTo: fitting(textOf(search, "max"), DECIMAL),
    bankId: fitting(textOf(search, "bank"), UUID),
    flow: knownOf(search, "through", FLOWS),
    mark: knownOf(search, "mark", MARKS),
    from: timeOf(search, "from"),
    to: timeOf(search, "until"),
    search: textOf(search, "q"),
  };
  const set = Object.entries(all).filter(([, value]) => value !== undefined);
  return { filter: Object.fromEntries(set) as PaymentsFilter, ...(cursor ? { cursor } : {}) };
}

/** What of the address says a filter: what `readPaymentsSearch` reads. */
export function paymentsSearch(filter: PaymentsFilter): Record<string, string | undefined> {
  return {
    status: filter.stage,
    currency: filter.currency,
    min: filter.amountFrom,
    max: filter.amountTo,
    bank: filter.bankId,
    through: filter.flow,
    mark: filter.mark,
    from: filter.from,
    until: filter.to,
    q: filter.search,
  };
}

export function paymentsPath(filter: PaymentsFilter, cursor?: string, path: string = PAYMENTS_PATH): string {
  return addressOf(path, { ...paymentsSearch(filter), at: cursor });
}

/** The parts of a filter that a person set and can take away, each with its words. */
export function setPaymentsParts(filter: PaymentsFilter): { words: string; rest: PaymentsFilter }[] {
  const parts: [string, (keyof PaymentsFilter)[]][] = [
    ["the search", ["search"]],
    ["its status", ["stage"]],
    ["the amount", ["amountFrom", "amountTo"]],
    ["the currency", ["currency"]],
    ["the bank", ["bankId"]],
    ["the way it was asked for", ["flow"]],
    ["the mark", ["mark"]],
    ["the time", ["from", "to"]],
  ];
  return parts
    .filter(([, names]) => names.some((name) => filter[name] !== undefined))
    .map(([words, names]) => ({ words, rest: without(filter, ...names) }));
}
