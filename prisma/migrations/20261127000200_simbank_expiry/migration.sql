-- What simulated banks keep comes to an end: how old a counter is, and the look-ups that bound and find what is open.
ALTER TABLE "sim_counters" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now();
CREATE INDEX "sim_payments_bank_created_at_idx" ON "sim_payments"("bank", "created_at");
CREATE INDEX "sim_oauth_requests_payment_id_idx" ON "sim_oauth_requests"("payment_id");
CREATE INDEX "sim_oauth_requests_consent_id_idx" ON "sim_oauth_requests"("consent_id");
CREATE INDEX "sim_authorisations_consent_id_idx" ON "sim_authorisations"("consent_id");
