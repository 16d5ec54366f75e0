-- When an account's statement is read next. One row an account that payments are paid to, named by its id.
CREATE TABLE account_readings (
  id uuid PRIMARY KEY REFERENCES managed_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  due_at timestamptz(3) NOT NULL DEFAULT app_now(),
  lease_until timestamptz(3),
  read_at timestamptz(3),
  problem text,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT app_now()
);
CREATE INDEX account_readings_due ON account_readings (due_at);

-- What banks say that was booked: each entry once, never changed but for what came of it.
CREATE TABLE statement_entries (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES managed_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  bank_entry_id text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  end_to_end_id text,
  remittance text,
  counterparty text,
  return_reason text,
  booked_at timestamptz(3) NOT NULL,
  state text NOT NULL CHECK (state IN ('matched', 'unmatched', 'differs', 'other', 'dismissed')),
  problem text,
  matched_by text CHECK (matched_by IN ('end_to_end_id', 'reference', 'person')),
  attempt_id uuid REFERENCES payment_attempts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  note text,
  seen_at timestamptz(3) NOT NULL DEFAULT app_now(),
  decided_at timestamptz(3),
  CONSTRAINT statement_entries_matched CHECK (state <> 'matched' OR (attempt_id IS NOT NULL AND matched_by IS NOT NULL))
);
CREATE UNIQUE INDEX statement_entries_once ON statement_entries (account_id, bank_entry_id);
-- One credit an attempt: the fence behind the locks.
CREATE UNIQUE INDEX statement_entries_one_credit ON statement_entries (attempt_id)
  WHERE state = 'matched' AND direction = 'credit';
CREATE INDEX statement_entries_attempt ON statement_entries (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX statement_entries_open ON statement_entries (seen_at DESC, id) WHERE state IN ('unmatched', 'differs');
CREATE INDEX statement_entries_account ON statement_entries (account_id, booked_at DESC, id);

-- A day's report of what disagrees: made once.
CREATE TABLE reconciliation_reports (
  day date PRIMARY KEY,
  findings jsonb NOT NULL,
  total integer NOT NULL,
  made_at timestamptz(3) NOT NULL DEFAULT app_now()
);

-- Which accounts wait for a credit, and which attempts an entry could belong to.
CREATE INDEX payment_attempts_awaiting_credit ON payment_attempts (receiving_account_id)
  WHERE state IN ('ACCEPTED', 'EXECUTED', 'SUBMITTING', 'SUBMIT_UNKNOWN', 'DISPUTED');
CREATE INDEX payment_attempts_receiving ON payment_attempts (receiving_account_id, created_at);
