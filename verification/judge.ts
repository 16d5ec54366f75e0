import { query } from "../server/test/database";

/** The last event of a payment in each final state. */
export const EVENT_OF = {
  completed: "payment_request.succeeded",
  failed: "payment_request.failed",
  cancelled: "payment_request.cancelled",
  expired: "payment_request.expired",
} as const;

/** A payment as the API answers it; without `amount` there was no such answer. */
export type PublicState = { status: string; amount?: string | undefined };
export type Verdict = { status: string; debits: number; wrongs: string[] };

/**
 * The judge of payments. Compares a finished payment, whose bank has nothing open, with the bank's bookings: its public
 * state, its events, its attempts' history, the sum of the accounts. Returns every violation.
 */
export async function judge(
  { status, amount: expected }: PublicState,
  { paymentId, reference }: { paymentId: string; reference: string },
): Promise<Verdict> {
  const facts = await factsOf(paymentId, reference);
  const { debits, events } = facts;
  const end = (EVENT_OF as Record<string, string>)[status];
  const wrongs: string[] = [];
  const hold = (holds: boolean, otherwise: string) => holds || wrongs.push(otherwise);

  hold(debits.length <= 1, `debited ${debits.length} times`);
  hold(
    debits.every(({ amount }) => amount === expected),
    "debited by another amount",
  );
  hold((status === "completed") === debits.length > 0, `${status} in public, debited ${debits.length} times`);
  hold(end !== undefined, `${status} although nothing is open at its bank`);
  hold(events.at(-1) === end, `its last event is ${events.at(-1)}, its state ${status}`);
  hold(isInOrder(events, facts.isInitiated), `its events are ${events.join(", ")}`);
  hold(facts.untold === 0, `${facts.untold} events without a delivery`);
  hold(facts.isBalanced, "the accounts do not hold what was paid");
  hold(facts.live <= (end === undefined ? 1 : 0), `${facts.live} attempts may still pay`);
  hold(facts.broken === 0, `${facts.broken} moves that do not follow from the one before`);
  for (const kind of facts.exceptions) wrongs.push(`a person is told: ${kind}`);
  return { status, debits: debits.length, wrongs };
}

/** Pending once, if a bank was called, and then one final event. */
function isInOrder(events: readonly string[], isInitiated: boolean): boolean {
  const [begin, ...rest] = isInitiated ? events : ["payment_request.pending", ...events];
  return begin === "payment_request.pending" && rest.length <= 1 && !rest.includes("payment_request.pending");
}

const FACTS = `SELECT
  (SELECT coalesce(json_agg(json_build_object('amount', e.amount::text)), '[]') FROM sim_entries e
    JOIN sim_payments p ON p.id = e.payment_id WHERE p.remittance = $2) AS debits,
  (SELECT coalesce(json_agg(type ORDER BY sequence), '[]') FROM webhook_events WHERE subject_id = $1) AS events,
  (SELECT count(*)::int FROM webhook_events e WHERE subject_id = $1
    AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id)) AS untold,
  (SELECT initiated_at IS NOT NULL FROM payment_requests WHERE id = $1) AS "isInitiated",
  (SELECT coalesce(json_agg(kind || ': ' || detail), '[]') FROM payment_exceptions WHERE payment_request_id = $1) AS exceptions,
  (SELECT count(*)::int FROM payment_attempts WHERE payment_request_id = $1 AND final_at IS NULL) AS live,
  (SELECT count(*)::int FROM (SELECT from_state, lag(to_state) OVER (PARTITION BY attempt_id ORDER BY number) AS before
    FROM attempt_transitions t JOIN payment_attempts a ON a.id = t.attempt_id WHERE a.payment_request_id = $1) moves
    WHERE from_state IS DISTINCT FROM before) AS broken,
  (SELECT coalesce(sum(CASE WHEN a.kind = 'corporate' THEN e.amount END), 0)
      = (SELECT coalesce(sum(r.amount) FILTER (WHERE r.status = 'completed'), 0) FROM payment_requests r)
    AND coalesce(sum(CASE WHEN a.kind <> 'corporate' AND e.purpose = 'payment' THEN 1 END), 0) = 0
    FROM sim_entries e JOIN sim_accounts a ON a.id = e.to_account_id) AS "isBalanced"`;

type Facts = {
  debits: { amount: string }[];
  events: string[];
  untold: number;
  isInitiated: boolean;
  exceptions: string[];
  live: number;
  broken: number;
  isBalanced: boolean;
};

const factsOf = async (paymentId: string, reference: string) => {
  const { rows } = await query<Facts>(FACTS, [paymentId, reference]);
  if (!rows[0]) throw new Error("Nothing is known of the payment.");
  return rows[0];
};
