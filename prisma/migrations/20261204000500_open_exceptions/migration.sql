-- The operator's list of open exceptions: live ones first, then newest first; of one kind or all. Exceptions are few, so
-- an index for each costs nothing.
ALTER TABLE payment_exceptions ADD COLUMN test boolean NOT NULL DEFAULT false;
UPDATE payment_exceptions n SET test = true FROM payment_requests r WHERE r.id = n.payment_request_id AND r.test;
DROP INDEX payment_exceptions_open;
CREATE INDEX payment_exceptions_open ON payment_exceptions (test, at DESC, id DESC) WHERE resolved_at IS NULL;
CREATE INDEX payment_exceptions_open_of_kind ON payment_exceptions (kind, test, at DESC, id DESC) WHERE resolved_at IS NULL;
