-- How many attempts of a delivery were made by a resend, beside the ten of the schedule.
ALTER TABLE "webhook_deliveries" ADD COLUMN "resent" INTEGER NOT NULL DEFAULT 0;
