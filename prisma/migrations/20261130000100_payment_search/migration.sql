-- Search as you type: a row for each word of a payment. One index over words serves every field, and a search stops at its
-- limit however frequent a word is.
CREATE TABLE "payment_search_terms" (
    "payment_request_id" UUID NOT NULL,
    "term" TEXT NOT NULL,
    "merchant_id" UUID NOT NULL,
    "test" BOOLEAN NOT NULL,
    CONSTRAINT "payment_search_terms_pkey" PRIMARY KEY ("payment_request_id", "term")
);
-- Prisma's schema language has no operator class. Byte by byte, so that the collation does not matter.
CREATE INDEX payment_search_terms_by_term
  ON payment_search_terms (merchant_id, test, term text_pattern_ops, payment_request_id);

-- Without accents and in lower case. Decomposed first: lower() knows only ASCII in some collations.
CREATE FUNCTION payment_search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(regexp_replace(normalize(given, NFD), U&'[\0300-\036f]', '', 'g')), 'øłđ', 'old') $$;

-- Every beginning of a word in a text, up to a position, with what follows until the next space: of INV-2026-0412 the
-- three INV-2026-0412, 2026-0412 and 0412. So a search matches from any word on, punctuation included.
CREATE FUNCTION payment_search_parts(given text, until int) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(split_part(substr(given, start), ' ', 1), 64) FROM generate_series(1, until) AS start
  WHERE substr(given, start, 1) !~ '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]'
    AND (start = 1 OR substr(given, start - 1, 1) ~ '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]') $$;

-- The words of a payment: those of its reference, order and customer, and of an e-mail address before its @.
CREATE FUNCTION payment_search_terms_of(payment_reference text, order_id text, customer jsonb) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT term FROM (
    SELECT payment_search_parts(text, length(text)) FROM (SELECT regexp_replace(payment_search_fold(
      concat_ws(' ', payment_reference, order_id, customer->>'id', customer->>'name')), '[\x01-\x20]+', ' ', 'g')) AS own(text)
    UNION ALL SELECT payment_search_parts(email, strpos(email, '@') - 1)
      FROM payment_search_fold(customer->>'email') AS email) AS terms(term)
  LIMIT 40 $$;

-- Writes the words of payments anew, the end of the account that the payer gave among them.
CREATE FUNCTION payment_search_terms_write(payments uuid[]) RETURNS void LANGUAGE sql AS E'
  DELETE FROM payment_search_terms WHERE payment_request_id = ANY (payments)\x3b
  INSERT INTO payment_search_terms (payment_request_id, term, merchant_id, test)
    SELECT r.id, w.term, r.merchant_id, r.test FROM payment_requests r
      CROSS JOIN LATERAL (
        SELECT * FROM payment_search_terms_of(r.payment_reference, r.order_id, r.customer)
        UNION SELECT lower(right(p.account_masked, 4)) FROM payment_attempts a JOIN attempt_payers p ON p.attempt_id = a.id
          WHERE a.payment_request_id = r.id AND p.account_masked IS NOT NULL) AS w(term)
    WHERE r.id = ANY (payments)\x3b';

-- By triggers, so that no statement can change a name and leave its words: what is erased is erased here too.
CREATE FUNCTION payment_search_of_requests() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM payment_search_terms_write(array_agg(id)) FROM changed\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER payment_search_of_new AFTER INSERT ON payment_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION payment_search_of_requests();
CREATE TRIGGER payment_search_of_gone AFTER DELETE ON payment_requests REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION payment_search_of_requests();

CREATE FUNCTION payment_search_of_request() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM payment_search_terms_write(ARRAY[NEW.id])\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER payment_search_of_changed AFTER UPDATE OF payment_reference, order_id, customer ON payment_requests FOR EACH ROW
  WHEN ((OLD.payment_reference, OLD.order_id, OLD.customer) IS DISTINCT FROM (NEW.payment_reference, NEW.order_id, NEW.customer))
  EXECUTE FUNCTION payment_search_of_request();

CREATE FUNCTION payment_search_of_payers() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM payment_search_terms_write(array_agg(DISTINCT a.payment_request_id))
    FROM changed JOIN payment_attempts a ON a.id = changed.attempt_id\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER payment_search_of_payer AFTER INSERT ON attempt_payers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION payment_search_of_payers();
CREATE TRIGGER payment_search_of_erased_payer AFTER DELETE ON attempt_payers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION payment_search_of_payers();
CREATE FUNCTION payment_search_of_changed_payer() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM payment_search_terms_write(array_agg(payment_request_id)) FROM payment_attempts WHERE id = NEW.attempt_id\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER payment_search_of_changed_payer AFTER UPDATE OF account_masked ON attempt_payers FOR EACH ROW
  WHEN (OLD.account_masked IS DISTINCT FROM NEW.account_masked) EXECUTE FUNCTION payment_search_of_changed_payer();

SELECT payment_search_terms_write(array_agg(id)) FROM payment_requests;

-- The words replace them.
DROP INDEX payment_requests_by_reference, payment_requests_by_order, payment_requests_by_customer_id,
  payment_requests_by_customer_name, payment_requests_by_customer_email;
