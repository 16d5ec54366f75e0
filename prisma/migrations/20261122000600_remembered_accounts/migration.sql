-- Bank accounts that shoppers agreed to have remembered. They belong to a merchant and its own id of the customer.
CREATE TABLE remembered_accounts (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  customer_id text NOT NULL,
  test boolean NOT NULL,
  bank_id uuid NOT NULL,
  iban_sealed bytea,
  iban_hash bytea,
  account_masked text,
  consented_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  forgotten_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT app_now()
);

-- Forgotten means erased: what is left tells that there was a consent, and no account.
ALTER TABLE remembered_accounts ADD CONSTRAINT remembered_accounts_forgotten_is_erased CHECK (
  (forgotten_at IS NULL AND iban_sealed IS NOT NULL AND iban_hash IS NOT NULL AND account_masked IS NOT NULL)
  OR (forgotten_at IS NOT NULL AND iban_sealed IS NULL AND iban_hash IS NULL AND account_masked IS NULL)
);

CREATE UNIQUE INDEX remembered_accounts_once ON remembered_accounts (iban_hash) WHERE forgotten_at IS NULL;
CREATE INDEX remembered_accounts_of_customer ON remembered_accounts (merchant_id, customer_id) WHERE forgotten_at IS NULL;
CREATE INDEX remembered_accounts_unused ON remembered_accounts (last_used_at) WHERE forgotten_at IS NULL;

-- What the shopper said about the paying account when an attempt was started.
CREATE TABLE attempt_payers (
  attempt_id uuid PRIMARY KEY REFERENCES payment_attempts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  account_masked text,
  remembered_account_id uuid REFERENCES remembered_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  remember_consented_at timestamptz(3)
);

-- What banks told by themselves: hints, never the truth. A repeated one is counted, not kept again.
CREATE TABLE bank_notifications (
  id uuid PRIMARY KEY,
  attempt_id uuid NOT NULL REFERENCES payment_attempts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  body_digest bytea NOT NULL,
  verified boolean NOT NULL,
  times integer NOT NULL DEFAULT 1,
  received_at timestamptz(3) NOT NULL DEFAULT app_now(),
  last_received_at timestamptz(3) NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX bank_notifications_once ON bank_notifications (attempt_id, body_digest);
CREATE INDEX bank_notifications_old ON bank_notifications (last_received_at);

-- When a hint last made, or will make, an attempt due before its time.
ALTER TABLE payment_attempts ADD COLUMN hinted_at timestamptz(3);
