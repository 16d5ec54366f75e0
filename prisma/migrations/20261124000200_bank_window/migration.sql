-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN "bank_window" TEXT;

-- What Prisma's schema language cannot say. Null: attempts from before, and payments started over REST.
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_bank_window CHECK (bank_window IN ('top', 'tab'));
