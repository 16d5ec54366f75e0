-- A customer is erased from a payment that has not ended once it has: until then the payment needs the data.
ALTER TABLE payment_requests ADD COLUMN erase_requested_at timestamptz(3);
CREATE INDEX payment_requests_to_erase ON payment_requests (id) WHERE erase_requested_at IS NOT NULL;
-- Mails are deleted 30 days after they were sent or failed.
CREATE INDEX mails_sent ON mails (sent_at) WHERE sent_at IS NOT NULL;
