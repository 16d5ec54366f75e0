-- A claim steps from queue to queue: each destination has one of first attempts, and one of retries behind it.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due
  ON webhook_deliveries (merchant_id, (COALESCE(endpoint_id, merchant_id)), (tries > 0), due_at)
  WHERE status = 'waiting';
