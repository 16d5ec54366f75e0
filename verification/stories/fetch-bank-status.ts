import type { Failure, Outcome } from "../../server/connectors/port";
import { authorisationOf } from "./bank";
import type { Flow } from "./flow";
import { call } from "./process";
import { postpone, recordException, settle } from "./settle";
import type { Attempt, BankPayment, Consent, World } from "./world";

// Mirrors payments/bank-calls/fetch-bank-status.ts.

const STATUS_TIMEOUT_S = 5;

const question = (operation: string, { facts }: Attempt) => ({
  operation,
  attemptId: facts.id,
  timeoutS: STATUS_TIMEOUT_S,
  isKnown: () => true,
});

/** The attempt's payment at its bank, by the id that the bank gave. */
export function paymentOf(world: World, { bankPaymentId, facts }: Attempt): BankPayment {
  const found = world.payments.find(({ id }) => id === bankPaymentId);
  if (!found) throw new Error(`The bank has no payment of ${facts.id}.`);
  return found;
}

export function consentOf(world: World, { consentId, facts }: Attempt): Consent {
  const found = world.consents.find(({ id }) => id === consentId);
  if (!found) throw new Error(`The bank has no order of ${facts.id}.`);
  return found;
}

export function* fetchBankStatus(world: World, attempt: Attempt): Flow {
  if (attempt.bankPaymentId === null) return yield* fetchAuthorisation(world, attempt);
  const payment = paymentOf(world, attempt);
  const outcome = yield* call(
    question("status", attempt),
    (): Outcome<string> => ({ ok: true, value: payment.status }),
  );
  if (!outcome.ok) return retryLater(world, attempt, outcome);
  settle(world, attempt, { kind: "reported", isoStatus: outcome.value });
}

function* fetchAuthorisation(world: World, attempt: Attempt): Flow {
  if (attempt.bank.moneyMovesOn === "psu-sca" || attempt.consentId === null) return postpone(world, attempt);
  const consent = consentOf(world, attempt);
  const outcome = yield* call(question("authorisation", attempt), () => authorisationOf(consent));
  if (!outcome.ok) return retryLater(world, attempt, outcome);
  const lost = attempt.calls.some(
    (noted) => noted.operation === "complete-return" && world.rules.isWithoutResult(noted),
  );
  settle(world, attempt, { kind: "authorisation", state: outcome.value.state, lost });
}

/** Mirrors readApproval of payments/bank-calls/submit-payment.ts. */
export function* readApproval(world: World, attempt: Attempt, over: boolean): Flow<Consent["state"] | null> {
  const consent = consentOf(world, attempt);
  const outcome = yield* call(question("authorisation", attempt), () => authorisationOf(consent));
  if (!outcome.ok) {
    retryLater(world, attempt, outcome);
    return null;
  }
  const { state } = outcome.value;
  settle(world, attempt, { kind: "authorisation", state, lost: false, over });
  return state;
}

function retryLater(world: World, attempt: Attempt, { kind }: Failure): void {
  if (kind === "protocol") recordException(world, attempt, "protocol");
  postpone(world, attempt);
}
