-- Where the customers of a merchant get help: an e-mail address or an https address.
ALTER TABLE merchants ADD COLUMN help_address text;
-- When a payment was first opened on a second screen, by the address of its QR code. The first screen then waits.
ALTER TABLE payment_requests ADD COLUMN second_screen_at timestamptz(3);
ALTER TABLE payment_links ADD COLUMN second_screen_at timestamptz(3);

DROP TRIGGER payment_requests_checkout_news ON payment_requests;
CREATE TRIGGER payment_requests_checkout_news AFTER UPDATE ON payment_requests FOR EACH ROW
  WHEN ((OLD.status, OLD.status_reason, OLD.amount, OLD.rewards, OLD.late, OLD.expires_at, OLD.live_attempt_id, OLD.cancel_requested_at,
      OLD.second_screen_at)
    IS DISTINCT FROM
    (NEW.status, NEW.status_reason, NEW.amount, NEW.rewards, NEW.late, NEW.expires_at, NEW.live_attempt_id, NEW.cancel_requested_at,
      NEW.second_screen_at))
  EXECUTE FUNCTION checkout_request_news();
DROP TRIGGER payment_links_checkout_news ON payment_links;
CREATE TRIGGER payment_links_checkout_news AFTER UPDATE ON payment_links FOR EACH ROW
  WHEN ((OLD.used_at, OLD.cancelled_at, OLD.expires_at, OLD.second_screen_at)
    IS DISTINCT FROM (NEW.used_at, NEW.cancelled_at, NEW.expires_at, NEW.second_screen_at))
  EXECUTE FUNCTION checkout_link_news();
