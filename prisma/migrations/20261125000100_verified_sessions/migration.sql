-- When the person of a session last proved who they are: dangerous acts ask for it anew.
ALTER TABLE "user_sessions" ADD COLUMN "verified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now();
UPDATE "user_sessions" SET "verified_at" = "created_at";
