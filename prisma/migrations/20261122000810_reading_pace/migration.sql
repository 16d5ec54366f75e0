-- When a bank was asked last, whatever came of it, and whether it limits how often it is asked while nobody is there.
ALTER TABLE account_readings ADD COLUMN asked_at timestamptz(3);
ALTER TABLE account_readings ADD COLUMN limited boolean NOT NULL DEFAULT true;
