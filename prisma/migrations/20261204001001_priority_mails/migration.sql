-- Mails that a person waits for: sign-in codes. They are claimed by a job of their own.
ALTER TABLE "mails" ADD COLUMN "priority" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX mails_priority_due ON mails (due_at) WHERE sent_at IS NULL AND failed_at IS NULL AND priority;
