import type { MoneyMovesOn } from "../../connectors/port";
import type { AnomalyKind, AttemptFacts, RequestFacts } from "../../payments/attempt-facts";
import type { Finality } from "../../payments/attempt-states";
import type { NotedCall } from "../../payments/call-rules";
import type { PaymentEventType } from "../../payments/payment-event";
import { PAYMENT_TOKEN_TTL_S } from "../../payments/rules";
import type { Process } from "./process";
import { PRODUCT_RULES, type ProductRules } from "./product-rules";
import type { Random } from "./random";

// Everything that a story is about, in memory. Times are seconds of one clock; amounts minor units of one currency.

const CURRENCY = "EUR";

export type Bank = {
  name: string;
  moneyMovesOn: MoneyMovesOn;
  finality: Finality;
  decoupled: boolean;
  idempotency: "x-request-id" | "none";
  cancel: boolean;
  /** Takes one payment for one approval; others leave it to us to send no second one. */
  isStrict: boolean;
  /** May carry out what it has called refused or cancelled. */
  isHostile: boolean;
};

/** A payment as its bank has it. `status` is ISO 20022. */
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
};

/** An order that waits for the shopper where our own call moves the money. */
export type Consent = {
  id: string;
  bank: Bank;
  attemptId: string;
  key: string;
  amountMinor: bigint;
  state: "awaiting" | "authorised" | "consumed" | "rejected";
  codeUsed: boolean;
};

/** What the statement of the receiving account says. */
export type Entry = { kind: "credit" | "return"; attemptId: string; amountMinor: bigint };

export type Call = NotedCall & { operation: string; key: string; tries: number; deadlineS: number };

/** The row of an attempt. What ages stands in `facts` as an age, and grows with the clock. */
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
  calls: Call[];
};

/** The row of a payment request; `facts.status` is as it is stored. */
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

/** What a shopper brings back from the bank. */
export type Return = { attemptId: string; brought: "code" | "denied" | "nothing" };

export type Anomaly = { kind: AnomalyKind; attemptId: string; requestId: string };

export type World = {
  rules: ProductRules;
  random: Random;
  /** How likely a call goes wrong, and a process dies at a step. */
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
  anomalies: Anomaly[];
  processes: Process[];
  /** Orders whose address some shopper has. */
  addresses: Set<string>;
  returns: Return[];
  /** So many answers to initiations are lost next. */
  losses: number;
  /** Called after every step. */
  check: () => void;
  /** What happened, in words. */
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
    anomalies: [],
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

/** A link that nothing can be started with any more. */
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

/** The request as it is read: expiry is decided by the clock (`OVER` in payments/store.ts). */
export function readFacts(world: World, { facts, expiresAtS }: PaymentRequest): RequestFacts {
  const isOver = facts.status === "pending" && facts.liveAttemptId === null && expiresAtS <= world.nowS;
  return isOver ? { ...facts, status: facts.initiated ? "failed" : "expired" } : facts;
}

/** Moves the clock, and every age with it. */
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
