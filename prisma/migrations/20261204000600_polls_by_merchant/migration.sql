-- Whose payment an attempt is, and whether a test: merchants take turns at a bank, and tests have slots of their own.
ALTER TABLE payment_attempts ADD COLUMN merchant_id uuid, ADD COLUMN test boolean;

-- A trigger, because processes of the release before write neither, and a closed attempt gets them if it is opened again.
CREATE FUNCTION payment_attempts_take_merchant() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN SELECT merchant_id, test INTO NEW.merchant_id, NEW.test FROM payment_requests WHERE id = NEW.payment_request_id\x3b
    RETURN NEW\x3b END';
CREATE TRIGGER payment_attempts_merchant BEFORE INSERT OR UPDATE ON payment_attempts
  FOR EACH ROW WHEN (NEW.merchant_id IS NULL) EXECUTE FUNCTION payment_attempts_take_merchant();
UPDATE payment_attempts SET merchant_id = NULL WHERE closed_at IS NULL;

-- The queues of status fetches, as attempts/claim-order.ts reads them. Only attempts that are not closed are in it.
DROP INDEX payment_attempts_due;
CREATE INDEX payment_attempts_due ON payment_attempts
  (bank_id, test, (paid_at IS NOT NULL OR polls >= 6 AND (hinted_at IS NULL OR hinted_at < due_at)), merchant_id, due_at)
  WHERE closed_at IS NULL;
