import type { Authorisation, Completion, Failure, Outcome } from "../../server/connectors/port";
import { type Attempt, type Bank, type BankPayment, type Consent, newId, type World } from "./world";

// The banks: they keep a ledger, answer our calls, and change states by themselves.

const no = (kind: Failure["kind"]): Failure => ({ ok: false, kind, detail: "" });

export type Ordered = { orderId: string; status: string };

export function knowsKey(world: World, bank: Bank, key: string): boolean {
  const isIt = (order: { bank: Bank; key: string }) => order.bank === bank && order.key === key;
  return bank.idempotency !== "none" && (world.payments.some(isIt) || world.consents.some(isIt));
}

/** Accepts an order: the same key is the same order, at banks with idempotency. */
export function takeOrder(world: World, attempt: Attempt, key: string): Outcome<Ordered> {
  const { bank, amountMinor, facts } = attempt;
  const isSame = (order: { bank: Bank; key: string }) => order.bank === bank && order.key === key;
  const repeats = bank.idempotency !== "none";
  if (bank.moneyMovesOn === "psu-sca") {
    const known = repeats ? world.payments.find(isSame) : undefined;
    const payment = known ?? newPayment(world, { bank, attemptId: facts.id, key, amountMinor, status: "RCVD" });
    return { ok: true, value: { orderId: payment.id, status: payment.status } };
  }
  const known = repeats ? world.consents.find(isSame) : undefined;
  if (known) return { ok: true, value: { orderId: known.id, status: "RCVD" } };
  const id = newId(world, "C");
  world.consents.push({ id, bank, attemptId: facts.id, key, amountMinor, state: "awaiting", codeUsed: false });
  return { ok: true, value: { orderId: id, status: "RCVD" } };
}

type New = Pick<BankPayment, "bank" | "attemptId" | "key" | "amountMinor" | "status">;

function newPayment(world: World, order: New): BankPayment {
  const flags = { debited: false, credited: false, returned: false, cancelledByUs: false };
  const payment = { ...order, id: newId(world, "P"), ...flags };
  world.payments.push(payment);
  return payment;
}

/** A code can be used once. */
export function exchangeCode(consent: Consent, brought: "code" | "denied"): Outcome<Completion> {
  if (brought === "denied") return { ok: true, value: { kind: "denied", reason: "access_denied" } };
  if (consent.codeUsed) return no("consent");
  consent.codeUsed = true;
  return { ok: true, value: { kind: "granted", grant: { accessToken: consent.id } } };
}

export function authorisationOf({ state }: Consent): Outcome<Authorisation> {
  return { ok: true, value: { state } };
}

/** The call that moves the money. */
export function takeSubmission(world: World, consent: Consent, key: string): Outcome<Ordered> {
  const known = world.payments.find((payment) => payment.bank === consent.bank && payment.key === key);
  if (known) return { ok: true, value: { orderId: known.id, status: known.status } };
  const isSecond = consent.state === "consumed" && !consent.bank.isStrict;
  if (consent.state !== "authorised" && !isSecond) return no("consent");
  consent.state = "consumed";
  const { bank, attemptId, amountMinor } = consent;
  const payment = newPayment(world, { bank, attemptId, key, amountMinor, status: "PDNG" });
  return { ok: true, value: { orderId: payment.id, status: payment.status } };
}

export function cancelOrder(payment: BankPayment): Outcome<{ status: string | null }> {
  if (payment.status !== "RCVD" && payment.status !== "CANC") return no("rejected");
  if (payment.status === "RCVD") payment.cancelledByUs = true;
  payment.status = "CANC";
  return { ok: true, value: { status: "CANC" } };
}

/** The shopper answers, at the order's address or in the bank's app. */
export function answerOrder(world: World, orderId: string, isYes: boolean): void {
  const payment = world.payments.find(({ id }) => id === orderId);
  if (payment?.status === "RCVD") payment.status = isYes ? "PDNG" : "CANC";
  const consent = world.consents.find(({ id }) => id === orderId);
  if (consent?.state === "awaiting") consent.state = isYes ? "authorised" : "rejected";
}

const debits = (payment: BankPayment) => payment.status === "ACSP" && payment.bank.finality === "ACSP";

/** A bank makes its next step with an approved payment; `isGood`: towards the payee. */
export function moveOn(world: World, payment: BankPayment, isGood: boolean): void {
  switch (payment.status) {
    case "PDNG":
      payment.status = isGood ? "ACSP" : world.random.pick(["RJCT", "BLCK"] as const);
      if (debits(payment)) debit(world, payment);
      return;
    case "BLCK":
      payment.status = isGood ? "ACSC" : "RJCT";
      if (isGood) debit(world, payment);
      return;
    case "ACSP":
      if (payment.debited) {
        end(world, payment, isGood);
        return;
      }
      payment.status = isGood ? "ACSC" : "RJCT";
      if (isGood) debit(world, payment);
      return;
    case "ACSC":
      end(world, payment, isGood);
      return;
    default:
      if (payment.credited && !isGood) sendBack(world, payment);
  }
}

function end(world: World, payment: BankPayment, isGood: boolean): void {
  if (isGood) credit(world, payment);
  else takeBack(world, payment);
}

/** A bank pays an order that it had refused or cancelled. */
export function payAfterAll(world: World, payment: BankPayment): void {
  if (payment.debited || (payment.status !== "RJCT" && payment.status !== "CANC")) return;
  payment.status = "ACSC";
  debit(world, payment);
}

function debit({ ledger }: World, payment: BankPayment): void {
  payment.debited = true;
  ledger.payers -= payment.amountMinor;
  ledger.underWay += payment.amountMinor;
}

function credit(world: World, payment: BankPayment): void {
  if (payment.credited) return;
  payment.credited = true;
  // Many banks never report it: only the statement shows it.
  if (payment.status === "ACSC") payment.status = "ACCC";
  world.ledger.underWay -= payment.amountMinor;
  world.ledger.receiving += payment.amountMinor;
  world.statement.push({ kind: "credit", attemptId: payment.attemptId, amountMinor: payment.amountMinor });
}

/** The debit is reversed before the payee was credited. */
function takeBack({ ledger }: World, payment: BankPayment): void {
  if (payment.credited) return;
  payment.status = "RJCT";
  payment.returned = true;
  ledger.underWay -= payment.amountMinor;
  ledger.payers += payment.amountMinor;
}

/** The payee's bank sends the money back. */
function sendBack(world: World, payment: BankPayment): void {
  if (payment.returned) return;
  payment.returned = true;
  world.ledger.receiving -= payment.amountMinor;
  world.ledger.payers += payment.amountMinor;
  world.statement.push({ kind: "return", attemptId: payment.attemptId, amountMinor: payment.amountMinor });
}
