-- Processes with ROLE=web write heartbeats too: an encryption key may be retired only when no process seals with it.
ALTER TABLE "worker_heartbeats" ADD COLUMN "role" TEXT NOT NULL DEFAULT 'worker';
