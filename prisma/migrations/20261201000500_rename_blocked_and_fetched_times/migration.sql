-- Columns get the field's words (docs/glossary.md, ADR 57). Each rename changes the catalogue only, no row.
ALTER TABLE payment_attempts RENAME COLUMN barred_at TO submission_blocked_at;
ALTER TABLE payment_attempts RENAME CONSTRAINT payment_attempts_barred_is_not_submitted TO payment_attempts_blocked_is_not_submitted;
ALTER TABLE statement_fetches RENAME COLUMN asked_at TO fetched_at;
ALTER TABLE statement_fetches RENAME COLUMN balance_asked_at TO balance_fetched_at;
