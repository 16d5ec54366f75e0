-- How long the shopper took to approve, from the moment that the way to the bank was there: written with the completion,
-- and null where nobody saw the approval (a credit proved it) or where it came after an end.
ALTER TABLE payment_requests ADD COLUMN time_to_approval_s integer;

UPDATE payment_requests r SET time_to_approval_s = found.seconds
  FROM (SELECT a.id, round(extract(epoch FROM min(m.at) - a.handed_over_at))::int AS seconds
    FROM payment_attempts a JOIN attempt_transitions m ON m.attempt_id = a.id
    WHERE m.from_state = 'AWAITING_AUTH' AND m.source <> 'recon' AND a.handed_over_at IS NOT NULL
    GROUP BY a.id) AS found
  WHERE r.paid_attempt_id = found.id AND r.status = 'completed' AND NOT r.late;

-- The figures of the overview are counted from these alone, without the table: what arrived, by the day of completion,
-- and what became of what was asked for, by the day of creation.
CREATE INDEX payment_requests_received ON payment_requests (merchant_id, test, currency, completed_at)
  INCLUDE (amount, reversed_amount, time_to_approval_s) WHERE status = 'completed';
CREATE INDEX payment_requests_outcomes ON payment_requests (merchant_id, test, currency, created_at)
  INCLUDE (status, initiated_at);

-- What is at a bank and has no end yet: few at any time, however many payments there are.
CREATE INDEX payment_requests_at_bank ON payment_requests (merchant_id, test, initiated_at)
  WHERE status = 'pending' AND initiated_at IS NOT NULL;
