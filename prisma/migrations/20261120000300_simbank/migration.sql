-- The ledger of the simulated bank: an entry moves something, from one account to another.
ALTER TABLE sim_entries ADD CONSTRAINT sim_entries_moves CHECK (amount > 0 AND from_account_id <> to_account_id);
ALTER TABLE sim_entries ADD CONSTRAINT sim_entries_from FOREIGN KEY (from_account_id) REFERENCES sim_accounts (id);
ALTER TABLE sim_entries ADD CONSTRAINT sim_entries_to FOREIGN KEY (to_account_id) REFERENCES sim_accounts (id);
