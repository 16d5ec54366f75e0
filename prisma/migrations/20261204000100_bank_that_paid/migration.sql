-- A completed payment is found by the end of the account that paid it, not of its other attempts.
CREATE OR REPLACE FUNCTION payment_search_terms_write(payments uuid[]) RETURNS void LANGUAGE sql AS E'
  DELETE FROM payment_search_terms WHERE payment_request_id = ANY (payments)\x3b
  INSERT INTO payment_search_terms (payment_request_id, term, merchant_id, test)
    SELECT r.id, w.term, r.merchant_id, r.test FROM payment_requests r
      CROSS JOIN LATERAL (
        SELECT * FROM payment_search_terms_of(r.payment_reference, r.order_id, r.customer)
        UNION SELECT lower(right(p.account_masked, 4)) FROM payment_attempts a JOIN attempt_payers p ON p.attempt_id = a.id
          WHERE a.payment_request_id = r.id AND p.account_masked IS NOT NULL
            AND (r.paid_attempt_id IS NULL OR a.id = r.paid_attempt_id)) AS w(term)
    WHERE r.id = ANY (payments)\x3b';

-- Most payments have one attempt: for them a completion writes no words.
CREATE FUNCTION payment_search_of_paid_request() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  IF EXISTS (SELECT FROM payment_attempts a JOIN attempt_payers p ON p.attempt_id = a.id
      WHERE a.payment_request_id = NEW.id AND a.id <> NEW.paid_attempt_id AND p.account_masked IS NOT NULL) THEN
    PERFORM payment_search_terms_write(ARRAY[NEW.id])\x3b
  END IF\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER payment_search_of_paid AFTER UPDATE OF paid_attempt_id ON payment_requests FOR EACH ROW
  WHEN (NEW.paid_attempt_id IS NOT NULL AND OLD.paid_attempt_id IS NULL)
  EXECUTE FUNCTION payment_search_of_paid_request();

SELECT payment_search_terms_write(array_agg(r.id)) FROM payment_requests r
  WHERE r.paid_attempt_id IS NOT NULL AND EXISTS (
    SELECT FROM payment_attempts a JOIN attempt_payers p ON p.attempt_id = a.id
    WHERE a.payment_request_id = r.id AND a.id <> r.paid_attempt_id AND p.account_masked IS NOT NULL);

-- And it names the bank of the attempt that paid it, also where another bank was chosen after that attempt.
UPDATE payment_requests r SET bank_id = b.id, bank_name = b.display_name
  FROM payment_attempts a JOIN banks b ON b.id = a.bank_id
  WHERE a.id = r.paid_attempt_id AND r.bank_id IS DISTINCT FROM b.id;
