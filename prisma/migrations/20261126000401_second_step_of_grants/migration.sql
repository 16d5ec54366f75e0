-- A first step is passed for the Console or for a token of the API, and is good for that alone.
ALTER TABLE "pending_sign_ins" ADD COLUMN "purpose" TEXT NOT NULL DEFAULT 'console';
ALTER TABLE pending_sign_ins ADD CONSTRAINT pending_sign_ins_purpose_check CHECK (purpose IN ('console', 'api'));
