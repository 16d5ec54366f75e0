-- The key of ENCRYPTION_KEY that a worker seals with, and that a recovery code was hashed under: an old key may go only
-- when no process uses it and no recovery code needs it. Null: of a version before, or before this column.
ALTER TABLE "worker_heartbeats" ADD COLUMN "key_id" TEXT;
ALTER TABLE "recovery_codes" ADD COLUMN "key_id" TEXT;
