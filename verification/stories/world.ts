import type { MoneyMovesOn } from "../../server/connectors/port";
import type { AttemptFacts, ExceptionKind, RequestFacts } from "../../server/payments/attempts/attempt-facts";
import type { Finality } from "../../server/payments/attempts/attempt-states";
import type { CallResult } from "../../server/payments/attempts/call-result";
import type { PaymentEventType } from "../../server/payments/requests/payment-event";
import { PAYMENT_TOKEN_TTL_S } from "../../server/payments/requests/rules";
import type { Random } from "../random";
import type { Process } from "./flow";
import { PRODUCT_RULES, type ProductRules } from "./product-rules";

// The whole state of a story, in memory. Times are seconds of one clock; amounts minor units of one currency.

const CURRENCY = "EUR";

export type Bank = {
  name: string;
  moneyMovesOn: MoneyMovesOn;
  finality: Finality;
  decoupled: boolean;
  idempotency: "x-request-id" | "none";
  cancel: boolean;
  /** Accepts one payment for one approval; other banks rely on us not to send a second one. */
  isStrict: boolean;
  /** May execute an order that it has reported as refused or cancelled. */
  isHostile: boolean;
};

/** A payment at its bank. `status` is ISO 20022. */
export type BankPayment = {
  id: string;
  bank: Bank;
  attemptId: string;
  key: string;
  amountMinor: bigint;
  status: string;
  debited: boolean;
  credited: boolean;
  returned: boolean;
  /** By our call, and not by the customer. */
  cancelledByUs: boolean;
};

/** An order that waits for the customer, where our own call moves the money. */
export type Consent = {
  id: string;
  bank: Bank;
  attemptId: string;
  key: string;
  amountMinor: bigint;
  state: "awaiting" | "authorised" | "consumed" | "rejected";
  codeUsed: boolean;
};

/** A line of the receiving account's statement. */
export type Entry = { kind: "credit" | "return"; attemptId: string; amountMinor: bigint };

export type Call = CallResult & {
  operation: string;
  key: string;
  tries: number;
  startedAtS: number;
  deadlineS: number;
};

/** The row of an attempt. Times are ages in `facts`, which grow with the clock. */
export type Attempt = {
  facts: AttemptFacts;
  requestId: string;
  bank: Bank;
  amountMinor: bigint;
  key: string;
  bankPaymentId: string | null;
  consentId: string | null;
  isAtBank: boolean;
  hasGrant: boolean;
  submissionKey: string | null;
  createdAtS: number;
  returnedAtS: number | null;
  submittedAtS: number | null;
  dueAtS: number;
  leaseUntilS: number | null;
  polls: number;
  /** How often another bank was chosen: the version of `facts.changeRequested`. */
  bankChanges: number;
  calls: Call[];
};

/** The row of a payment request; `facts.status` is the stored one. */
export type PaymentRequest = {
  id: string;
  linkId: string | null;
  bank: Bank | null;
  facts: RequestFacts;
  expiresAtS: number;
  late: boolean;
  events: PaymentEventType[];
};

export type Link = { id: string; isUsed: boolean; isCancelled: boolean };

/** The customer's return from the bank. */
export type Return = { attemptId: string; brought: "code" | "denied" | "nothing" };

export type PaymentException = { kind: ExceptionKind; attemptId: string; requestId: string };

export type World = {
  rules: ProductRules;
  random: Random;
  /** The probability that a call fails, and that a process dies at a step. */
  faults: { call: number; crash: number };
  nowS: number;
  banks: readonly [Bank, ...Bank[]];
  payments: BankPayment[];
  consents: Consent[];
  statement: Entry[];
  ledger: { payers: bigint; underWay: bigint; receiving: bigint };
  links: Link[];
  requests: PaymentRequest[];
  attempts: Attempt[];
  exceptions: PaymentException[];
  processes: Process[];
  /** Orders whose address a customer knows. */
  addresses: Set<string>;
  returns: Return[];
  /** The number of further answers to initiations that get lost. */
  losses: number;
  /** Called after every step. */
  check: () => void;
  /** The story in sentences. */
  told: string[];
  ids: number;
};

export function newWorld(random: Random, banks: World["banks"], rules: ProductRules = PRODUCT_RULES): World {
  return {
    rules,
    random,
    faults: { call: 0, crash: 0 },
    nowS: 0,
    banks,
    payments: [],
    consents: [],
    statement: [],
    ledger: { payers: 0n, underWay: 0n, receiving: 0n },
    links: [],
    requests: [],
    attempts: [],
    exceptions: [],
    processes: [],
    addresses: new Set(),
    returns: [],
    losses: 0,
    check: () => undefined,
    told: [],
    ids: 0,
  };
}

export function newId(world: World, prefix: string): string {
  world.ids += 1;
  return `${prefix}${world.ids}`;
}

export function newRequest(world: World, linkId: string | null, amountMinor: bigint): PaymentRequest {
  const request: PaymentRequest = {
    id: newId(world, "R"),
    linkId,
    bank: null,
    facts: {
      status: "pending",
      initiated: false,
      initiatedForS: null,
      cancelRequested: false,
      amountMinor,
      currency: CURRENCY,
      reversedMinor: 0n,
      liveAttemptId: null,
      paidAttemptId: null,
    },
    expiresAtS: world.nowS + PAYMENT_TOKEN_TTL_S,
    late: false,
    events: [],
  };
  world.requests.push(request);
  return request;
}

/** A link that allows no further start. */
export function isLinkClosed(world: World, linkId: string | null): boolean {
  return world.links.some(({ id, isUsed, isCancelled }) => id === linkId && (isUsed || isCancelled));
}

export function requestOf(world: World, id: string): PaymentRequest {
  const found = world.requests.find((request) => request.id === id);
  if (!found) throw new Error(`There is no request ${id}.`);
  return found;
}

export function attemptOf(world: World, id: string): Attempt {
  const found = world.attempts.find(({ facts }) => facts.id === id);
  if (!found) throw new Error(`There is no attempt ${id}.`);
  return found;
}

/** The request as read: the clock decides expiry (`OVER` in payments/requests/store.ts). */
export function readFacts(world: World, { facts, expiresAtS }: PaymentRequest): RequestFacts {
  const isOver = facts.status === "pending" && facts.liveAttemptId === null && expiresAtS <= world.nowS;
  return isOver ? { ...facts, status: facts.initiated ? "failed" : "expired" } : facts;
}

/** Moves the clock and all ages. */
export function moveClock(world: World, seconds: number): void {
  const add = (age: number | null) => (age === null ? null : age + seconds);
  world.nowS += seconds;
  for (const request of world.requests) {
    request.facts = { ...request.facts, initiatedForS: add(request.facts.initiatedForS) };
  }
  for (const attempt of world.attempts) {
    const { handedOverForS, paidForS } = attempt.facts;
    attempt.facts = { ...attempt.facts, handedOverForS: add(handedOverForS), paidForS: add(paidForS) };
    for (const call of attempt.calls) call.lost = call.outcome === null && call.deadlineS <= world.nowS;
  }
}
