-- Phones type a typographic apostrophe; pasted texts have dashes and no-break spaces. Folded to the ASCII ones, so that both
-- are found by both, and a word begins after them. ß becomes ss. No index uses this function: only stored words depend on it.
CREATE OR REPLACE FUNCTION payment_search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(translate(lower(regexp_replace(normalize(given, NFD), U&'[\0300-\036f]', '', 'g')),
    U&'øłđẞ\2018\2019\02BC\2010\2011\2012\2013\2014\00A0\202F', U&'oldß\0027\0027\0027-----  '), 'ß', 'ss') $$;

-- At most 80 words of a payment, in order: a long reference, as of ten invoices, no longer takes the place of the customer's.
CREATE OR REPLACE FUNCTION payment_search_terms_of(payment_reference text, order_id text, customer jsonb) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT term FROM (
    SELECT 1 AS part, words.* FROM payment_search_fold(customer->>'email') AS email,
      payment_search_parts(email, strpos(email, '@') - 1) WITH ORDINALITY AS words(term, at)
    UNION ALL SELECT 2, words.* FROM (SELECT regexp_replace(payment_search_fold(
      concat_ws(' ', order_id, customer->>'id', customer->>'name', payment_reference)), '[\x01-\x20]+', ' ', 'g')) AS own(text),
      payment_search_parts(text, length(text)) WITH ORDINALITY AS words(term, at)
    ORDER BY part, at LIMIT 80) AS terms $$;

-- Writes the words of payments with such characters anew, and of those that reached the earlier limit of 40. Locked: a
-- change of a payment at the same time would write the same words.
SELECT payment_search_terms_write(array_agg(id)) FROM (
  SELECT r.id FROM payment_requests r,
    concat_ws(' ', r.payment_reference, r.order_id, r.customer->>'id', r.customer->>'name', r.customer->>'email') AS given
  WHERE given ~ U&'[ßẞ\2018\2019\02BC\2010-\2014\00A0\202F]'
    -- A word has a letter and what divides it from the next one.
    OR (length(given) >= 79 AND (SELECT count(*) FROM payment_search_terms w WHERE w.payment_request_id = r.id) >= 40)
  ORDER BY r.id FOR NO KEY UPDATE OF r) AS r;
