-- A signed notification names the order as its bank knows it.
CREATE INDEX payment_attempts_bank_payment ON payment_attempts (bank_payment_id) WHERE bank_payment_id IS NOT NULL;
CREATE INDEX payment_attempts_consent ON payment_attempts (consent_id) WHERE consent_id IS NOT NULL;

-- Few are open at a time, and those of payments that were never made are withdrawn after a while.
CREATE INDEX attempt_payers_open ON attempt_payers (remember_consented_at) WHERE remember_consented_at IS NOT NULL;
