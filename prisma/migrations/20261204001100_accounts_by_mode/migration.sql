-- A test account and a live one of the same IBAN are two accounts, so that a wrong mode can be corrected.
CREATE UNIQUE INDEX "managed_accounts_merchant_id_currency_iban_simulated_key"
  ON "managed_accounts"("merchant_id", "currency", "iban", "simulated");
DROP INDEX "managed_accounts_merchant_id_currency_iban_key";
