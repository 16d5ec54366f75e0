import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import { groupDigits } from "../../ui/money";
import type { Outputs } from "../../ui/queries";
import { formatSeconds } from "../../ui/time/duration";
import { type Account, formatRole } from "../balances/balance-labels";
import { exceptionText } from "../payment/exception-labels";
import { paymentPath } from "../payments/payment-path";
import { paymentsPath } from "../payments/payments-filter";
import { endpointPath } from "../webhooks/endpoints-table";
import { formatFailedAttempts } from "../webhooks/health-labels";

type PaymentItems = Outputs["overview"]["actionItems"];
type Marked = PaymentItems["marked"][number];
type Failing = Outputs["webhooks"]["health"]["failing"];

/** Something that needs attention: the fact, the reason, since when, and the link to act on it. */
export type ActionItem = {
  key: string;
  fact: string;
  why: string;
  at: string | null;
  todo: { label: string; href: string } | null;
};

type Sources = {
  payments: PaymentItems;
  failing: Failing;
  accounts: readonly Account[];
  test: boolean;
  may: (path: ProcedurePath) => boolean;
};

const amountOf = ({ decimal, currency }: { decimal: string; currency: string }) =>
  `${groupDigits(decimal)} ${currency}`;

/** The action items, the most harmful first. */
export function actionItems({ payments, failing, accounts, test, may }: Sources): ActionItem[] {
  const own = accounts.filter(({ simulated }) => simulated === test);
  const renews = may("accounts.renew");
  return [
    ...payments.marked.map((row) => exceptionItem(row)).sort((a, b) => a.harm - b.harm),
    ...failing.map((row) => failingItem(row, may("webhooks.endpoints.get"))),
    ...own.flatMap((account) => unknownBalanceItem(account, renews)),
    ...payments.returned.map(returnedItem),
    ...payments.late.map(lateItem),
    ...waitingItem(payments.waiting),
    ...own.flatMap((account) => endingConsentItem(account, renews)),
  ].map(({ key, fact, why, at, todo }) => ({ key, fact, why, at, todo }));
}

const OPERATOR = "Contact the operator.";

/** The sentences of each exception; the lower `harm`, the worse. */
const KINDS: Record<Marked["kind"], { harm: number; fact: (row: Marked) => string; why: (row: Marked) => string }> = {
  second_debit: {
    harm: 0,
    fact: ({ paymentReference }) => `${paymentReference} was debited twice.`,
    why: (row) => `${amountOf(row)} also arrived from a second bank. Return one of the two to the customer.`,
  },
  link_paid_twice: {
    harm: 0,
    fact: ({ paymentReference }) => `The link “${paymentReference}” was paid twice.`,
    why: (row) => `${amountOf(row)} arrived again. Return one of the two to the customer.`,
  },
  amount_differs: {
    harm: 1,
    fact: ({ paymentReference }) => `${paymentReference} was paid with a different amount.`,
    why: (row) => `${exceptionText(row)} ${OPERATOR}`,
  },
  not_credited: {
    harm: 1,
    fact: ({ paymentReference }) => `${paymentReference} is not in your account after a month.`,
    why: (row) => `${bankOf(row)} reported that it sent ${amountOf(row)}. ${OPERATOR}`,
  },
  paid_after_end: {
    harm: 1,
    fact: ({ paymentReference }) => `${paymentReference} was paid after closing.`,
    why: (row) => `${amountOf(row)} arrived; check whether the order was cancelled in your shop.`,
  },
  submission_unknown: {
    harm: 2,
    fact: ({ paymentReference }) => `The outcome of ${paymentReference} is unknown.`,
    why: (row) => `${bankOf(row)} did not answer about ${amountOf(row)}. We keep asking.`,
  },
  disputed: {
    harm: 2,
    fact: ({ paymentReference }) => `${paymentReference} is blocked by the bank.`,
    why: (row) => `${bankOf(row)} holds ${amountOf(row)}: neither booked nor returned.`,
  },
  unresolved: {
    harm: 3,
    fact: ({ paymentReference }) => `No final answer about ${paymentReference} for 72 hours.`,
    why: (row) => `${bankOf(row)} is still processing ${amountOf(row)}. We keep asking; please don’t refund yet.`,
  },
  not_found: {
    harm: 3,
    fact: (row) => `${row.paymentReference} was not found at ${row.bankName ?? "the bank"}.`,
    why: (row) => `The bank had accepted ${amountOf(row)}. ${OPERATOR}`,
  },
  protocol: {
    harm: 4,
    fact: (row) => `${bankOf(row)} sent an invalid response about ${row.paymentReference}.`,
    why: () => OPERATOR,
  },
  refused_by_configuration: {
    harm: 4,
    fact: (row) => `${bankOf(row)} rejects our requests.`,
    why: (row) => `${row.paymentReference} couldn’t be started there. ${OPERATOR}`,
  },
};

function bankOf({ bankName }: { bankName: string | null }): string {
  return bankName ?? "The bank";
}

function exceptionItem(row: Marked): ActionItem & { harm: number } {
  const { harm, fact, why } = KINDS[row.kind];
  return {
    harm,
    key: `exception ${row.exceptionId}`,
    fact: fact(row),
    why: why(row),
    at: row.at,
    todo: { label: "Open payment", href: paymentPath(row.paymentRequestId) },
  };
}

function lateItem(row: PaymentItems["late"][number]): ActionItem {
  const waited = formatSeconds(Math.round(row.lateByS / 60) * 60);
  return {
    key: `late ${row.paymentRequestId}`,
    fact: `${row.paymentReference} was paid late.`,
    why: `${amountOf(row)} arrived ${waited} after it was created; check whether the order was cancelled in your shop.`,
    at: row.at,
    todo: { label: "Open payment", href: paymentPath(row.paymentRequestId) },
  };
}

function returnedItem(row: PaymentItems["returned"][number]): ActionItem {
  const back = amountOf({ decimal: row.returned, currency: row.currency });
  return {
    key: `returned ${row.paymentRequestId}`,
    fact: `${row.paymentReference} was returned.`,
    why: `${back} of ${amountOf(row)} was returned after completion.`,
    at: row.at,
    todo: { label: "Open payment", href: paymentPath(row.paymentRequestId) },
  };
}

function waitingItem({ count, oldest, paymentRequestId }: PaymentItems["waiting"]): ActionItem[] {
  if (count === 0 || paymentRequestId === null) return [];
  const why = "We keep asking the bank.";
  if (count === 1) {
    const todo = { label: "Open payment", href: paymentPath(paymentRequestId) };
    return [{ key: "waiting", fact: "1 payment has been at its bank for more than an hour.", why, at: oldest, todo }];
  }
  return [
    {
      key: "waiting",
      fact: `${count.toLocaleString("en-GB")} payments have been at their bank for more than an hour.`,
      why,
      at: oldest,
      todo: { label: "View payments", href: paymentsPath({ stages: ["at_bank"] }) },
    },
  ];
}

function failingItem(failing: Failing[number], mayOpen: boolean): ActionItem {
  const { name, state, since } = failing;
  const who = name === null ? "The default URL" : `Endpoint ${name}`;
  return {
    key: `endpoint ${name ?? ""}`,
    fact: state === "failing" ? `${who} is failing.` : `${who} keeps failing.`,
    why: `${formatFailedAttempts(failing)}. ${state === "failing" ? "" : "Deliveries are waiting. "}Payments continue.`,
    at: since,
    todo: mayOpen ? { label: "View details", href: endpointPath(name) } : null,
  };
}

const BALANCES = "/console/balances";

function accountName({ roles, currency }: Account): string {
  const role = formatRole(roles[0] ?? "").toLowerCase();
  return `The ${role} account in ${currency}`;
}

function unknownBalanceItem(account: Account, renews: boolean): ActionItem[] {
  const { access, id, bankName } = account;
  const item = (why: string, at: string | null, label: string) => [
    {
      key: `account ${id}`,
      fact: `${accountName(account)} has an unknown balance.`,
      why,
      at,
      todo: { label, href: BALANCES },
    },
  ];
  const see = "View balances";
  if (access.kind === "over") {
    const how = access.state === "revoked" ? "was revoked" : "ended";
    const when = access.endedAt === null ? "" : ` on ${dayOf(access.endedAt)}`;
    return item(`The consent at ${bankName} ${how}${when}.`, access.endedAt, renews ? "Renew consent" : see);
  }
  if (access.kind === "none") {
    return item(`Access at ${bankName} hasn’t been granted yet.`, null, renews ? "Grant access" : see);
  }
  return access.kind === "not-connected" ? item(`${bankName} is not connected. ${OPERATOR}`, null, see) : [];
}

/** The end of a consent is a day, in UTC. */
function dayOf(at: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(at));
}

function endingConsentItem(account: Account, renews: boolean): ActionItem[] {
  const { access, id, bankName } = account;
  if (access.kind !== "valid" || !access.endsSoon) return [];
  const when = access.validUntil === null ? "soon" : `on ${dayOf(access.validUntil)}`;
  return [
    {
      key: `ending ${id}`,
      fact: `${accountName(account)} needs a new consent soon.`,
      why: `The consent at ${bankName} ends ${when}; from then on its balance is unknown.`,
      at: null,
      todo: { label: renews ? "Renew consent" : "View balances", href: BALANCES },
    },
  ];
}
