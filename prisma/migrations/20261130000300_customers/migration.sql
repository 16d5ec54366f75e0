-- Who started a payment: by the merchant's own id of the customer, or else by the e-mail address.
CREATE FUNCTION payment_customer_key(customer jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE('id:' || NULLIF(customer->>'id', ''), 'mail:' || lower(NULLIF(customer->>'email', ''))) $$;
-- The payments of a customer, newest first, and whether a payment is the newest of its customer.
CREATE INDEX payment_requests_of_customer
  ON payment_requests (merchant_id, test, payment_customer_key(customer), created_at DESC, id DESC)
  WHERE payment_customer_key(customer) IS NOT NULL;
-- Customers by their last payment.
CREATE INDEX payment_requests_with_customer ON payment_requests (merchant_id, test, created_at DESC, id DESC)
  WHERE payment_customer_key(customer) IS NOT NULL;
