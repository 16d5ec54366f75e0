-- A merchant may have its customers mailed a receipt of each completed payment. Off until someone switches it on.
ALTER TABLE merchants ADD COLUMN sends_receipts boolean NOT NULL DEFAULT false;

-- The one mail of a payment's receipt. Its address and text are stored with the mail only, which is deleted when the customer is erased.
CREATE TABLE payment_receipt_mails (
  payment_request_id uuid PRIMARY KEY REFERENCES payment_requests (id) ON DELETE CASCADE,
  merchant_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT app_now()
);
