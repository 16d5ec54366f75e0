-- The queues of due deliveries, now with the id, so that a claim can begin to read behind deliveries that are due at the
-- same moment, as those of a bulk resend.
CREATE INDEX webhook_deliveries_queues
  ON webhook_deliveries (merchant_id, (COALESCE(endpoint_id, merchant_id)), (tries > 0), due_at, id) WHERE status = 'waiting';
DROP INDEX webhook_deliveries_due;
ALTER INDEX webhook_deliveries_queues RENAME TO webhook_deliveries_due;
