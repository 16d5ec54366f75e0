-- Distinguishes transactions of one batch booking, which share the bank's id of the entry.
ALTER TABLE statement_entries ADD COLUMN bank_transaction_id text;
