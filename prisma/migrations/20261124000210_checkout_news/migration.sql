-- Tells whoever shows a payment or a link to its shopper that it may look different now, in the transaction of the change
-- and whoever makes it. The payload is an id and no more: what is shown is read again by those who may see it.
-- Migrations are cut at every semicolon, so the functions' own are written \x3b
CREATE FUNCTION checkout_request_news() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN
    PERFORM pg_notify(''bankside_checkout'', NEW.id::text)\x3b
    IF NEW.payment_link_id IS NOT NULL THEN PERFORM pg_notify(''bankside_checkout'', NEW.payment_link_id::text)\x3b END IF\x3b
    RETURN NULL\x3b
  END\x3b';
CREATE TRIGGER payment_requests_checkout_news AFTER UPDATE ON payment_requests FOR EACH ROW
  WHEN ((OLD.status, OLD.status_reason, OLD.amount, OLD.rewards, OLD.late, OLD.expires_at, OLD.live_attempt_id, OLD.cancel_requested_at)
    IS DISTINCT FROM
    (NEW.status, NEW.status_reason, NEW.amount, NEW.rewards, NEW.late, NEW.expires_at, NEW.live_attempt_id, NEW.cancel_requested_at))
  EXECUTE FUNCTION checkout_request_news();

CREATE FUNCTION checkout_attempt_news() RETURNS trigger LANGUAGE plpgsql AS
  E'DECLARE link uuid\x3b
  BEGIN
    SELECT payment_link_id INTO link FROM payment_requests WHERE id = NEW.payment_request_id\x3b
    PERFORM pg_notify(''bankside_checkout'', NEW.payment_request_id::text)\x3b
    IF link IS NOT NULL THEN PERFORM pg_notify(''bankside_checkout'', link::text)\x3b END IF\x3b
    RETURN NULL\x3b
  END\x3b';
CREATE TRIGGER payment_attempts_checkout_news AFTER UPDATE ON payment_attempts FOR EACH ROW
  WHEN ((OLD.state, OLD.reason, OLD.sca_redirect_url, OLD.psu_message, OLD.returned_at)
    IS DISTINCT FROM (NEW.state, NEW.reason, NEW.sca_redirect_url, NEW.psu_message, NEW.returned_at))
  EXECUTE FUNCTION checkout_attempt_news();

CREATE FUNCTION checkout_link_news() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM pg_notify(''bankside_checkout'', NEW.id::text)\x3b RETURN NULL\x3b END\x3b';
CREATE TRIGGER payment_links_checkout_news AFTER UPDATE ON payment_links FOR EACH ROW
  WHEN ((OLD.used_at, OLD.cancelled_at, OLD.expires_at) IS DISTINCT FROM (NEW.used_at, NEW.cancelled_at, NEW.expires_at))
  EXECUTE FUNCTION checkout_link_news();
