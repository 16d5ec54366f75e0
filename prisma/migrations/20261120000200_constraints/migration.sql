-- What Prisma's schema language cannot say.

-- At most one live attempt per payment request: the fence against paying twice from two tabs.
CREATE UNIQUE INDEX payment_attempts_one_live ON payment_attempts (payment_request_id) WHERE final_at IS NULL;

-- At most one request of a link that may still pay: opening a link twice cannot pay it twice.
CREATE UNIQUE INDEX payment_requests_one_live_per_link ON payment_requests (payment_link_id)
  WHERE payment_link_id IS NOT NULL AND live_attempt_id IS NOT NULL;

-- The rows that are due are the queue: partial indexes keep a claim cheap however long the history is.
CREATE INDEX payment_attempts_due ON payment_attempts (due_at) WHERE final_at IS NULL;
CREATE INDEX payment_requests_to_end ON payment_requests (expires_at) WHERE status = 'pending' AND live_attempt_id IS NULL;
CREATE INDEX payment_links_to_expire ON payment_links (expires_at)
  WHERE used_at IS NULL AND cancelled_at IS NULL AND expired_event_at IS NULL;
-- By merchant first: a claim takes a few rows of each, so that one dead receiver's backlog is never waded through.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (merchant_id, due_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (merchant_id) WHERE status = 'waiting' AND lease_until IS NOT NULL;
CREATE INDEX mails_due ON mails (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;

ALTER TABLE payment_requests ADD CONSTRAINT payment_requests_amount CHECK (amount BETWEEN 1 AND 99999999999);
ALTER TABLE payment_links ADD CONSTRAINT payment_links_amount CHECK (amount BETWEEN 1 AND 99999999999);
ALTER TABLE credentials ADD CONSTRAINT credentials_owner CHECK (
  (kind = 'merchant' AND merchant_id IS NOT NULL AND partner_id IS NULL) OR
  (kind = 'partner' AND partner_id IS NOT NULL AND merchant_id IS NULL) OR
  (kind = 'admin' AND merchant_id IS NULL AND partner_id IS NULL));
