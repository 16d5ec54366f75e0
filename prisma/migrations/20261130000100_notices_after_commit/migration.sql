-- NOTIFY takes one lock of the whole server from before the commit until its flush has ended, so payments would settle one
-- after the other. The triggers now only note what changed, in a setting of the transaction. The process reads it with the
-- COMMIT and notifies afterwards (server/lib/notices.ts). Each line: the channel, a space, the id.
CREATE FUNCTION note_checkout_change(id uuid) RETURNS void LANGUAGE sql AS
  'SELECT set_config(''bankside.notices'', concat(current_setting(''bankside.notices'', true), ''bankside_checkout '', id, chr(10)), true) WHERE id IS NOT NULL';

CREATE OR REPLACE FUNCTION checkout_request_news() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN
    PERFORM note_checkout_change(NEW.id)\x3b
    PERFORM note_checkout_change(NEW.payment_link_id)\x3b
    RETURN NULL\x3b
  END\x3b';

CREATE OR REPLACE FUNCTION checkout_attempt_news() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN
    PERFORM note_checkout_change(NEW.payment_request_id)\x3b
    PERFORM note_checkout_change(payment_link_id) FROM payment_requests WHERE id = NEW.payment_request_id\x3b
    RETURN NULL\x3b
  END\x3b';

CREATE OR REPLACE FUNCTION checkout_link_news() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM note_checkout_change(NEW.id)\x3b RETURN NULL\x3b END\x3b';
