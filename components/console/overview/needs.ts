import type { ProcedurePath } from "@/server/access/permissions";
import { type Account, roleWords } from "../balances-words";
import { endpointPath } from "../endpoints-table";
import { groupDigits } from "../money";
import { paymentsPath } from "../payments-filter";
import type { Outputs } from "../queries";
import { countInWords, secondsWords } from "./overview-words";

type Needs = Outputs["overview"]["needs"];
type Marked = Needs["marked"][number];
type Failing = Outputs["webhooks"]["health"]["failing"];

/** One thing that needs somebody: the fact, why it is so, since when, and the one thing to do. */
export type Need = {
  key: string;
  fact: string;
  why: string;
  at: string | null;
  todo: { words: string; href: string } | null;
};

type Sources = {
  needs: Needs;
  failing: Failing;
  accounts: readonly Account[];
  test: boolean;
  may: (path: ProcedurePath) => boolean;
};

const amountOf = ({ decimal, currency }: { decimal: string; currency: string }) =>
  `${groupDigits(decimal)} ${currency}`;
const paymentPath = (id: string) => `/console/payments/${id}`;

/** Everything that needs somebody, the most harmful first. */
export function needsOf({ needs, failing, accounts, test, may }: Sources): Need[] {
  const own = accounts.filter(({ simulated }) => simulated === test);
  const renews = may("accounts.renew");
  return [
    ...needs.marked.map((row) => markedNeed(row)).sort((a, b) => a.harm - b.harm),
    ...failing.map((row) => failingNeed(row, may("webhooks.endpoints.get"))),
    ...own.flatMap((account) => unknownNeed(account, renews)),
    ...needs.returned.map(returnedNeed),
    ...needs.late.map(lateNeed),
    ...waitingNeed(needs.waiting),
    ...own.flatMap((account) => endingNeed(account, renews)),
  ].map((need) => ({ key: need.key, fact: need.fact, why: need.why, at: need.at, todo: need.todo }));
}

const OPERATOR = "Whoever runs this installation has to look at it.";

/** What was noted, in words; the lower `harm`, the worse. */
const KINDS: Record<Marked["kind"], { harm: number; fact: (row: Marked) => string; why: (row: Marked) => string }> = {
  second_debit: {
    harm: 0,
    fact: ({ paymentReference }) => `${paymentReference} was debited twice.`,
    why: (row) => `${amountOf(row)} came from a second bank too. Both are kept; one should go back to the shopper.`,
  },
  link_paid_twice: {
    harm: 0,
    fact: ({ paymentReference }) => `The link “${paymentReference}” was paid twice.`,
    why: (row) => `${amountOf(row)} came again. Both are kept; one should go back to the shopper.`,
  },
  amount_differs: {
    harm: 1,
    fact: ({ paymentReference }) => `${paymentReference} was paid with another amount.`,
    why: (row) => `${amountOf(row)} was asked for, and the bank moved something else.`,
  },
  paid_after_end: {
    harm: 1,
    fact: ({ paymentReference }) => `${paymentReference} was paid although it had ended.`,
    why: (row) => `${amountOf(row)} came; the shop may have released the goods, or wait for nothing.`,
  },
  submission_unknown: {
    harm: 2,
    fact: ({ paymentReference }) => `Nobody knows whether ${paymentReference} was carried out.`,
    why: (row) => `${bankOf(row)} never answered about ${amountOf(row)}. It is asked again and again.`,
  },
  disputed: {
    harm: 2,
    fact: ({ paymentReference }) => `${paymentReference} is disputed.`,
    why: (row) => `${bankOf(row)} blocks ${amountOf(row)}: it is neither booked nor sent back.`,
  },
  unresolved: {
    harm: 3,
    fact: ({ paymentReference }) => `${paymentReference} has had no end for three days.`,
    why: (row) => `${bankOf(row)} still says that it works on ${amountOf(row)}. It is asked again and again.`,
  },
  not_found: {
    harm: 3,
    fact: (row) => `${bankOf(row)} no longer knows ${row.paymentReference}.`,
    why: (row) => `It had taken ${amountOf(row)} in. ${OPERATOR}`,
  },
  protocol: {
    harm: 4,
    fact: (row) => `${bankOf(row)} answers what cannot be about ${row.paymentReference}.`,
    why: () => OPERATOR,
  },
  refused_by_configuration: {
    harm: 4,
    fact: (row) => `${bankOf(row)} refuses what we send.`,
    why: (row) => `${row.paymentReference} could not be started there. ${OPERATOR}`,
  },
};

function bankOf({ bankName }: { bankName: string | null }): string {
  return bankName ?? "The bank";
}

function markedNeed(row: Marked): Need & { harm: number } {
  const { harm, fact, why } = KINDS[row.kind];
  return {
    harm,
    key: `${row.kind} ${row.paymentRequestId}`,
    fact: fact(row),
    why: why(row),
    at: row.at,
    todo: { words: "Open payment", href: paymentPath(row.paymentRequestId) },
  };
}

function lateNeed(row: Needs["late"][number]): Need {
  const waited = secondsWords(Math.round(row.lateByS / 60) * 60);
  return {
    key: `late ${row.paymentRequestId}`,
    fact: `${row.paymentReference} was paid after it had ended.`,
    why: `${amountOf(row)} came ${waited} after it was created, flagged late; the shop may have released the goods.`,
    at: row.at,
    todo: { words: "Open payment", href: paymentPath(row.paymentRequestId) },
  };
}

function returnedNeed(row: Needs["returned"][number]): Need {
  const back = amountOf({ decimal: row.returned, currency: row.currency });
  return {
    key: `returned ${row.paymentRequestId}`,
    fact: `Money of ${row.paymentReference} went back.`,
    why: `${back} of ${amountOf(row)}, after it was completed.`,
    at: row.at,
    todo: { words: "Open payment", href: paymentPath(row.paymentRequestId) },
  };
}

function waitingNeed({ count, oldest, paymentRequestId }: Needs["waiting"]): Need[] {
  if (count === 0 || paymentRequestId === null) return [];
  const why = "The bank is asked again and again, and nothing is lost meanwhile.";
  if (count === 1) {
    const todo = { words: "Open payment", href: paymentPath(paymentRequestId) };
    return [{ key: "waiting", fact: "A payment has been at its bank for more than an hour.", why, at: oldest, todo }];
  }
  const many = countInWords(count);
  return [
    {
      key: "waiting",
      fact: `${many.slice(0, 1).toUpperCase()}${many.slice(1)} payments have been at their bank for more than an hour.`,
      why,
      at: oldest,
      todo: { words: "See them", href: paymentsPath({ stage: "at_bank" }) },
    },
  ];
}

function failingNeed({ name, state, since, failures, lastError }: Failing[number], mayLook: boolean): Need {
  const who = name === null ? "The default URL" : `Endpoint ${name}`;
  const tries = failures === 1 ? "The last try failed" : `The last ${failures.toLocaleString("en-GB")} tries failed`;
  return {
    key: `endpoint ${name ?? ""}`,
    fact: `${who} is ${state}.`,
    why: `${tries}${lastError ? `: ${lastError}` : ""}. Payments are accepted as before.`,
    at: since,
    todo: mayLook ? { words: "See why", href: endpointPath(name) } : null,
  };
}

const BALANCES = "/console/balances";

function accountWords({ roles, currency }: Account): string {
  const role = roleWords(roles[0] ?? "").name.toLowerCase();
  return `The ${role} account in ${currency}`;
}

function unknownNeed(account: Account, renews: boolean): Need[] {
  const { access, id, bankName } = account;
  const need = (why: string, at: string | null, words: string) => [
    {
      key: `account ${id}`,
      fact: `${accountWords(account)} has no known balance.`,
      why,
      at,
      todo: { words, href: BALANCES },
    },
  ];
  const see = "See balances";
  if (access.kind === "over") {
    const how = access.state === "revoked" ? "was taken back" : "ended";
    const when = access.endedAt === null ? "" : ` on ${dayOf(access.endedAt)}`;
    return need(`The consent at ${bankName} ${how}${when}.`, access.endedAt, renews ? "Renew consent" : see);
  }
  if (access.kind === "none") {
    return need(`${bankName} has not been asked to show it yet.`, null, renews ? "Give access" : see);
  }
  return access.kind === "not-connected" ? need(`${bankName} is not connected here. ${OPERATOR}`, null, see) : [];
}

/** Consents end by the day, wherever one is. */
function dayOf(at: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(at));
}

function endingNeed(account: Account, renews: boolean): Need[] {
  const { access, id, bankName } = account;
  if (access.kind !== "valid" || !access.endsSoon) return [];
  const when = access.validUntil === null ? "soon" : `on ${dayOf(access.validUntil)}`;
  return [
    {
      key: `ending ${id}`,
      fact: `${accountWords(account)} can be read for a few days more.`,
      why: `The consent at ${bankName} ends ${when}; from then on its balance is unknown.`,
      at: null,
      todo: { words: renews ? "Renew consent" : "See balances", href: BALANCES },
    },
  ];
}
