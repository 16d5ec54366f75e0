-- Tables and columns get the field's words (docs/glossary.md, ADR 57). Each rename changes the catalogue only, no row.
-- Migrations are cut at every semicolon, so the functions' own are written \x3b

ALTER TABLE webhook_hours RENAME TO webhook_endpoint_hourly_stats;
ALTER TABLE webhook_exams RENAME TO receiver_tests;
ALTER TABLE webhook_exam_sendings RENAME TO receiver_test_steps;
ALTER TABLE account_readings RENAME TO statement_fetches;
ALTER TABLE payment_anomalies RENAME TO payment_exceptions;
ALTER TABLE second_step_tries RENAME TO two_factor_attempts;

ALTER TABLE webhook_health RENAME COLUMN destination_id TO endpoint_key;
ALTER TABLE webhook_health RENAME COLUMN paused_since TO circuit_opened_at;
ALTER TABLE webhook_health RENAME COLUMN probe_at TO trial_at;
ALTER TABLE webhook_health RENAME COLUMN probes TO trials;
ALTER TABLE webhook_health RENAME COLUMN held_since TO paused_at;
ALTER TABLE webhook_health RENAME COLUMN told_at TO notified_at;
ALTER TABLE webhook_health RENAME COLUMN taken_since TO recovered_at;
ALTER TABLE webhook_endpoint_hourly_stats RENAME COLUMN destination_id TO endpoint_key;
ALTER TABLE webhook_probes RENAME COLUMN destination_id TO endpoint_key;
ALTER TABLE receiver_tests RENAME COLUMN destination_id TO endpoint_key;
ALTER TABLE receiver_test_steps RENAME COLUMN exam_id TO receiver_test_id;
ALTER TABLE webhook_deliveries RENAME COLUMN by_hand TO priority;
ALTER TABLE webhook_delivery_attempts RENAME COLUMN next_try_at TO next_attempt_at;
ALTER TABLE payment_links RENAME COLUMN stamped_status TO list_status;
ALTER TABLE payment_link_counts RENAME COLUMN stamped_status TO list_status;
ALTER TABLE payment_requests RENAME COLUMN stamped_stage TO list_status;

-- The bodies of functions are text, which no rename follows.
CREATE OR REPLACE FUNCTION payment_links_count() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  INSERT INTO payment_link_counts (merchant_id, test, list_status, links)
    SELECT merchant_id, test, list_status, count(*) * TG_ARGV[0]::int FROM changed GROUP BY 1, 2, 3\x3b
  RETURN NULL\x3b
END';
CREATE OR REPLACE FUNCTION payment_links_recount() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  INSERT INTO payment_link_counts (merchant_id, test, list_status, links)
    VALUES (OLD.merchant_id, OLD.test, OLD.list_status, -1), (NEW.merchant_id, NEW.test, NEW.list_status, 1)\x3b
  RETURN NULL\x3b
END';

-- Constraints and indexes are named after their table and its columns, as Prisma names them.
ALTER INDEX webhook_deliveries_by_hand RENAME TO webhook_deliveries_priority;
ALTER INDEX webhook_health_untold RENAME TO webhook_health_not_notified;
ALTER TABLE webhook_health RENAME CONSTRAINT webhook_health_paused TO webhook_health_circuit;
ALTER TABLE webhook_health RENAME CONSTRAINT webhook_health_probe TO webhook_health_trial;
DO E'DECLARE
  renamed constant text[] := ARRAY[
    ''webhook_hours'', ''webhook_endpoint_hourly_stats'', ''webhook_exam_sendings'', ''receiver_test_steps'',
    ''webhook_exams'', ''receiver_tests'', ''account_readings'', ''statement_fetches'',
    ''payment_anomalies'', ''payment_exceptions'', ''second_step_tries'', ''two_factor_attempts'',
    ''destination_id'', ''endpoint_key'', ''exam_id'', ''receiver_test_id'']\x3b
  item record\x3b
  named text\x3b
BEGIN
  FOR item IN
    SELECT t.relname AS tbl, c.conname AS name, true AS is_constraint FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
      WHERE t.relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT t.relname, i.relname, false FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE t.relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.oid AND c.conrelid = t.oid)
  LOOP
    named := item.name\x3b
    FOR at IN 1 .. array_length(renamed, 1) BY 2 LOOP
      named := replace(named, renamed[at], renamed[at + 1])\x3b
    END LOOP\x3b
    CONTINUE WHEN named = item.name\x3b
    IF item.is_constraint THEN
      EXECUTE format(''ALTER TABLE %I RENAME CONSTRAINT %I TO %I'', item.tbl, item.name, named)\x3b
    ELSE
      EXECUTE format(''ALTER INDEX %I RENAME TO %I'', item.name, named)\x3b
    END IF\x3b
  END LOOP\x3b
END';
