-- While an installation is updated, processes of the version before run on beside the new one. They know nothing of the
-- stamps by which an attempt is handed over, paid and closed, nor of the account that it is paid to. What they leave out
-- is filled in here, so that their attempts are not asked about for ever, their payments not taken for second debits, and
-- their credits find them. The new version always writes these itself. To be dropped with the column request_body.

-- In the bodies that they wrote, and only they wrote in plain text, the payee's account stands to the letter so.
CREATE FUNCTION payee_account_of(request_id uuid, body text) RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT m.id FROM payment_requests r JOIN managed_accounts m
       ON m.merchant_id = r.merchant_id AND m.currency = r.currency AND m.simulated = r.test
     WHERE r.id = request_id AND m.iban = substring(body FROM '"creditorAccount":\{"iban":"([A-Z0-9]+)"\}') $$;

UPDATE payment_attempts SET receiving_account_id = payee_account_of(payment_request_id, request_body)
  WHERE receiving_account_id IS NULL AND request_body IS NOT NULL;
UPDATE payment_attempts SET handed_over_at = created_at WHERE handed_over_at IS NULL AND bank_payment_id IS NOT NULL;
UPDATE payment_attempts SET closed_at = final_at,
    paid_at = CASE WHEN state IN ('ACCEPTED', 'EXECUTED', 'SETTLED') THEN final_at END
  WHERE final_at IS NOT NULL AND closed_at IS NULL AND paid_at IS NULL;
UPDATE payment_requests r SET paid_attempt_id = a.id FROM payment_attempts a
  WHERE a.payment_request_id = r.id AND a.paid_at IS NOT NULL AND r.status = 'completed' AND r.paid_attempt_id IS NULL;

CREATE FUNCTION payment_attempts_of_before() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN
    IF NEW.receiving_account_id IS NULL AND NEW.request_body IS NOT NULL THEN
      NEW.receiving_account_id := payee_account_of(NEW.payment_request_id, NEW.request_body)\x3b
    END IF\x3b
    IF NEW.handed_over_at IS NULL AND NEW.bank_payment_id IS NOT NULL THEN NEW.handed_over_at := app_now()\x3b END IF\x3b
    IF NEW.final_at IS NOT NULL AND NEW.closed_at IS NULL AND NEW.paid_at IS NULL THEN
      NEW.closed_at := NEW.final_at\x3b
      IF NEW.state IN (\'ACCEPTED\', \'EXECUTED\', \'SETTLED\') THEN NEW.paid_at := NEW.final_at\x3b END IF\x3b
    END IF\x3b
    RETURN NEW\x3b
  END';
CREATE TRIGGER payment_attempts_of_before BEFORE INSERT OR UPDATE ON payment_attempts
  FOR EACH ROW WHEN (NEW.request_body IS NOT NULL OR (NEW.bank_payment_id IS NOT NULL AND NEW.handed_over_at IS NULL)
    OR (NEW.final_at IS NOT NULL AND NEW.closed_at IS NULL AND NEW.paid_at IS NULL))
  EXECUTE FUNCTION payment_attempts_of_before();

CREATE FUNCTION payment_requests_of_before() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN NEW.paid_attempt_id := OLD.live_attempt_id\x3b RETURN NEW\x3b END';
CREATE TRIGGER payment_requests_of_before BEFORE UPDATE ON payment_requests
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed' AND NEW.paid_attempt_id IS NULL)
  EXECUTE FUNCTION payment_requests_of_before();
