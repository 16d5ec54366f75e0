-- The bank that the merchant chose beforehand (redirect flow): preselected on the page, asked by nobody.
ALTER TABLE "payment_requests" ADD COLUMN "selected_bank_id" UUID;
