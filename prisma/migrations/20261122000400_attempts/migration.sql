-- The attempt that completed a request: only its return reverses the request, any other debit is a second one.
ALTER TABLE payment_requests ADD COLUMN paid_attempt_id uuid;

-- What an attempt needs to be carried to its end without asking anybody else: how its bank moves money, what was sent,
-- what the shopper's approval gave, and when each step was committed.
ALTER TABLE payment_attempts
  ADD COLUMN bank_profile_id text,
  ADD COLUMN receiving_account_id uuid,
  ADD COLUMN money_moves_on text NOT NULL DEFAULT 'psu-sca',
  ADD COLUMN finality text NOT NULL DEFAULT 'ACSC',
  ADD COLUMN decoupled boolean NOT NULL DEFAULT false,
  ADD COLUMN redirect_secret bytea,
  ADD COLUMN initiation_body bytea,
  ADD COLUMN consent_id text,
  ADD COLUMN psu_message text,
  ADD COLUMN grant_sealed bytea,
  ADD COLUMN debtor_sealed bytea,
  ADD COLUMN submission_key uuid,
  ADD COLUMN submission_body bytea,
  ADD COLUMN handed_over_at timestamptz(3),
  ADD COLUMN authorised_at timestamptz(3),
  ADD COLUMN submitted_at timestamptz(3),
  ADD COLUMN barred_at timestamptz(3),
  ADD COLUMN stop_requested_at timestamptz(3),
  ADD COLUMN paid_at timestamptz(3),
  ADD COLUMN closed_at timestamptz(3),
  ADD COLUMN erased_at timestamptz(3);

-- The bytes are kept sealed from now on: they may name the payer's account.
ALTER TABLE payment_attempts ALTER COLUMN request_body DROP NOT NULL;

UPDATE payment_attempts SET closed_at = final_at, handed_over_at = CASE WHEN bank_payment_id IS NOT NULL THEN created_at END,
  paid_at = CASE WHEN state IN ('ACCEPTED', 'EXECUTED', 'SETTLED') THEN final_at END;
UPDATE payment_requests r SET paid_attempt_id = a.id FROM payment_attempts a
  WHERE a.payment_request_id = r.id AND a.paid_at IS NOT NULL AND r.status = 'completed';

-- A bar and a submission never stand beside each other: the fence behind the locks.
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_barred_is_not_submitted
  CHECK (barred_at IS NULL OR submitted_at IS NULL);
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_submitted_is_stored
  CHECK (submitted_at IS NULL OR (submission_key IS NOT NULL AND (submission_body IS NOT NULL OR erased_at IS NOT NULL)));

-- Asking goes on after a payment is decided, so another column ends it. By bank first: a claim takes a few of each.
DROP INDEX payment_attempts_due;
CREATE INDEX payment_attempts_due ON payment_attempts (bank_id, due_at) WHERE closed_at IS NULL;
CREATE INDEX payment_attempts_leased ON payment_attempts (bank_id) WHERE closed_at IS NULL AND lease_until IS NOT NULL;
CREATE INDEX payment_attempts_to_erase ON payment_attempts (closed_at) WHERE closed_at IS NOT NULL AND erased_at IS NULL;

ALTER TABLE attempt_transitions ADD COLUMN bank_timestamp timestamptz(3);

-- Calls that start, approve, move or stop a payment: committed before they are made. One without an end past its
-- deadline is an unknown outcome by definition.
CREATE TABLE bank_calls (
  id uuid PRIMARY KEY,
  attempt_id uuid NOT NULL REFERENCES payment_attempts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  operation text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  started_at timestamptz(3) NOT NULL DEFAULT app_now(),
  deadline_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  outcome text,
  code text
);
CREATE UNIQUE INDEX bank_calls_once ON bank_calls (attempt_id, operation, key);
CREATE INDEX bank_calls_open ON bank_calls (deadline_at) WHERE ended_at IS NULL;

-- What a person has to look at. Each is noted once.
CREATE TABLE payment_anomalies (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  payment_request_id uuid NOT NULL REFERENCES payment_requests (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  attempt_id uuid NOT NULL REFERENCES payment_attempts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  detail text NOT NULL,
  source text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT app_now(),
  resolved_at timestamptz(3)
);
CREATE UNIQUE INDEX payment_anomalies_once ON payment_anomalies (attempt_id, kind, detail);
CREATE INDEX payment_anomalies_open ON payment_anomalies (at DESC, id) WHERE resolved_at IS NULL;

-- Money that went back after a payment was completed: append-only, the request holds the sum.
CREATE TABLE payment_reversals (
  id uuid PRIMARY KEY,
  attempt_id uuid NOT NULL REFERENCES payment_attempts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  returned_minor bigint NOT NULL,
  reason text,
  source text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT app_now(),
  CONSTRAINT payment_reversals_amount CHECK (returned_minor > 0)
);
CREATE INDEX payment_reversals_attempt ON payment_reversals (attempt_id);
ALTER TABLE payment_requests ADD CONSTRAINT payment_requests_reversed
  CHECK (reversed_amount IS NULL OR (reversed_amount BETWEEN 1 AND amount AND status = 'completed'));
