-- Links of one currency, of one amount, of a time: shelves with the currency in front, walked from their newest end, and
-- counted from the index alone.
CREATE INDEX payment_links_of_amount
  ON payment_links (merchant_id, test, currency, stamped_status, amount, created_at, id);
CREATE INDEX payment_links_of_currency
  ON payment_links (merchant_id, test, currency, stamped_status, created_at, id) INCLUDE (amount);

-- Movements the same way: an account is divided by currency, by what became of a movement and by its direction.
CREATE INDEX statement_entries_shelves
  ON statement_entries (account_id, currency, state, direction, booked_at DESC, id DESC) INCLUDE (amount);
CREATE INDEX statement_entries_of_amount
  ON statement_entries (account_id, currency, amount, booked_at DESC, id DESC) INCLUDE (state, direction);
