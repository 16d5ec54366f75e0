-- What the stamps of a link say. Only the end of an active one still depends on the time: until the worker has told of it,
-- an active link may have expired.
ALTER TABLE "payment_links" ADD COLUMN "stamped_status" TEXT NOT NULL GENERATED ALWAYS AS (
  CASE WHEN used_at IS NOT NULL THEN 'used' WHEN cancelled_at IS NOT NULL THEN 'cancelled'
    WHEN expired_event_at IS NOT NULL THEN 'expired' ELSE 'active' END) STORED;
-- When an active one ends. Apart from expires_at, so that the planner's statistics are of the active ones alone: it knows
-- that few of them lie in the past.
ALTER TABLE "payment_links" ADD COLUMN "open_until" TIMESTAMPTZ(3) GENERATED ALWAYS AS (
  CASE WHEN used_at IS NULL AND cancelled_at IS NULL AND expired_event_at IS NULL THEN expires_at END) STORED;

-- A list is a merge of shelves (merchant, test or live, stamped status): each order of each shelf is a walk of an index.
DROP INDEX "payment_links_merchant_id_created_at_id_idx";
CREATE INDEX "payment_links_by_created_at" ON "payment_links"("merchant_id", "test", "stamped_status", "created_at", "id");
CREATE INDEX "payment_links_by_updated_at" ON "payment_links"("merchant_id", "test", "stamped_status", "updated_at", "id");
CREATE INDEX "payment_links_by_amount" ON "payment_links"("merchant_id", "test", "stamped_status", "amount", "id");

-- How many links stand on each shelf: the sum of its rows. A change adds a row and locks none, and a job folds them.
CREATE TABLE "payment_link_counts" (
    "merchant_id" UUID NOT NULL,
    "test" BOOLEAN NOT NULL,
    "stamped_status" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "links" BIGINT NOT NULL,

    CONSTRAINT "payment_link_counts_pkey" PRIMARY KEY ("merchant_id","test","stamped_status","id")
);

-- What Prisma's schema language cannot say.

DROP INDEX payment_links_to_expire;
CREATE INDEX payment_links_to_expire ON payment_links (open_until)
  INCLUDE (id, merchant_id, test, created_at, updated_at, amount) WHERE open_until IS NOT NULL;

-- Room on each page, so that a view is counted there and touches no index.
ALTER TABLE payment_links SET (fillfactor = 90);

INSERT INTO payment_link_counts (merchant_id, test, stamped_status, links)
  SELECT merchant_id, test, stamped_status, count(*) FROM payment_links GROUP BY 1, 2, 3;

-- Migrations are cut at every semicolon, so the functions' own are written \x3b
CREATE FUNCTION payment_links_count() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  INSERT INTO payment_link_counts (merchant_id, test, stamped_status, links)
    SELECT merchant_id, test, stamped_status, count(*) * TG_ARGV[0]::int FROM changed GROUP BY 1, 2, 3\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER payment_links_count_new AFTER INSERT ON payment_links REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION payment_links_count('1');
-- The product deletes no link. Should a hand ever do so, the counts stay right.
CREATE TRIGGER payment_links_count_gone AFTER DELETE ON payment_links REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION payment_links_count('-1');

CREATE FUNCTION payment_links_recount() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  INSERT INTO payment_link_counts (merchant_id, test, stamped_status, links)
    VALUES (OLD.merchant_id, OLD.test, OLD.stamped_status, -1), (NEW.merchant_id, NEW.test, NEW.stamped_status, 1)\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER payment_links_recount AFTER UPDATE ON payment_links FOR EACH ROW
  WHEN ((OLD.merchant_id, OLD.test, OLD.stamped_status) IS DISTINCT FROM (NEW.merchant_id, NEW.test, NEW.stamped_status))
  EXECUTE FUNCTION payment_links_recount();

-- Search. Every five characters in a row of reference and order id are a word of the index, shorter at the end of the text,
-- and ^ marks a beginning. Five, because the three of pg_trgm are too common among order numbers: their lists grow with
-- the table. To evaluate this for a row costs much more than to look it up: hence the COST.
CREATE FUNCTION payment_link_grams(payment_reference text, order_id text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 5000 AS $$
  SELECT array_to_tsvector(array_agg(DISTINCT gram))
  FROM unnest(ARRAY[lower(payment_reference), lower(order_id)]) AS field(words), LATERAL (
    SELECT '^' || left(words, 2)
    UNION ALL SELECT substr(words, start, 5) FROM generate_series(1, length(words) - 2) AS start) AS grams(gram) $$;

-- What every match of a search has in that index: up to two characters as a beginning, up to four as the beginning of a
-- word, more as words that cover it. The words may stand apart, so a match is checked on the row as well.
CREATE FUNCTION payment_link_needle(search text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg('''' || replace(replace(gram, '\', '\\'), '''', '''''') || '''' || suffix, ' & ')::tsquery
  FROM (SELECT lower(search)) AS given(needle), LATERAL (
    SELECT '^' || needle, ':*' WHERE length(needle) < 3
    UNION ALL SELECT needle, ':*' WHERE length(needle) BETWEEN 3 AND 4
    UNION ALL SELECT substr(needle, least(start, length(needle) - 4), 5), ''
      FROM generate_series(1, length(needle), 5) AS start WHERE length(needle) > 4) AS grams(gram, suffix) $$;

-- The merchant stands in it too, so that one merchant's search does not pay for another's order numbers. Without a pending
-- list, which every search would have to read through.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX payment_links_search ON payment_links
  USING gin (merchant_id, payment_link_grams(payment_reference, order_id)) WITH (fastupdate = off);
