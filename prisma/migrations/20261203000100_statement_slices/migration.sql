-- A statement that is too large for one fetch is read in slices, over several fetches.
ALTER TABLE statement_fetches ADD COLUMN resume_at timestamptz(3), ADD COLUMN slice_days integer;
-- An entry that the bank corrects within a week after it was first seen is not lost.
ALTER TABLE statement_fetches ADD COLUMN unreadable_since timestamptz(3);
