-- Each entry carries the hash of the one before it in its chain: a merchant's, a partner's, or the platform's (the id of
-- all zeros). The chain's lock is taken while a transaction commits and no sooner, so writers wait for one another's
-- commit and for nothing else, and it is always the last lock of a transaction (ADR 43).
ALTER TABLE "audit_entries"
  ADD COLUMN "acting_as" TEXT,
  ADD COLUMN "partner_id" UUID,
  ADD COLUMN "before" JSONB,
  ADD COLUMN "after" JSONB,
  ADD COLUMN "ip" TEXT,
  ADD COLUMN "user_agent" TEXT,
  ADD COLUMN "chain_id" UUID,
  ADD COLUMN "seq" BIGINT,
  ADD COLUMN "prev_hash" BYTEA,
  ADD COLUMN "hash" BYTEA;
UPDATE "audit_entries" SET "chain_id" = coalesce("merchant_id", '00000000-0000-0000-0000-000000000000');
ALTER TABLE "audit_entries" ALTER COLUMN "chain_id" SET NOT NULL;

CREATE TABLE "audit_chains" (
  "chain_id" UUID NOT NULL,
  "seq" BIGINT NOT NULL,
  "hash" BYTEA NOT NULL,
  CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("chain_id")
);

-- What is hashed: a JSON array of texts and nulls, as JSON.stringify writes it (server/audit/rules.ts says the same).
CREATE FUNCTION audit_entry_text(e audit_entries) RETURNS text LANGUAGE sql STABLE AS
  E'SELECT ''['' || array_to_string(ARRAY(
      SELECT coalesce(to_json(field)::text, ''null'')
      FROM unnest(ARRAY[
        e.chain_id::text, e.seq::text, encode(e.prev_hash, ''hex''), e.id::text,
        to_char(e.at AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"''),
        e.actor_kind, e.actor_id, e.acting_as, e.merchant_id::text, e.partner_id::text,
        e.action, e.subject_id, e.detail::text, e.before::text, e.after::text,
        e.request_id, e.ip, e.user_agent
      ]::text[]) WITH ORDINALITY AS fields(field, place) ORDER BY place), '','') || '']''';

CREATE FUNCTION audit_seal() RETURNS trigger LANGUAGE plpgsql AS
  E'DECLARE head audit_chains\x3b e audit_entries\x3b
  BEGIN
    SELECT * INTO head FROM audit_chains WHERE chain_id = NEW.chain_id FOR UPDATE\x3b
    IF NOT FOUND THEN
      INSERT INTO audit_chains (chain_id, seq, hash) VALUES (NEW.chain_id, 0, decode(repeat(''00'', 32), ''hex''))
        ON CONFLICT DO NOTHING\x3b
      SELECT * INTO STRICT head FROM audit_chains WHERE chain_id = NEW.chain_id FOR UPDATE\x3b
    END IF\x3b
    e := NEW\x3b
    e.seq := head.seq + 1\x3b
    e.prev_hash := head.hash\x3b
    e.hash := sha256(convert_to(audit_entry_text(e), ''UTF8''))\x3b
    UPDATE audit_entries SET seq = e.seq, prev_hash = e.prev_hash, hash = e.hash WHERE id = NEW.id\x3b
    UPDATE audit_chains SET seq = e.seq, hash = e.hash WHERE chain_id = NEW.chain_id\x3b
    RETURN NULL\x3b
  END\x3b';

-- What was written before there were chains, in the order in which it was written.
DO E'DECLARE e audit_entries\x3b
  BEGIN
    FOR e IN SELECT * FROM audit_entries ORDER BY chain_id, at, id LOOP
      INSERT INTO audit_chains (chain_id, seq, hash) VALUES (e.chain_id, 0, decode(repeat(''00'', 32), ''hex''))
        ON CONFLICT DO NOTHING\x3b
      SELECT seq + 1, hash INTO e.seq, e.prev_hash FROM audit_chains WHERE chain_id = e.chain_id\x3b
      e.hash := sha256(convert_to(audit_entry_text(e), ''UTF8''))\x3b
      UPDATE audit_entries SET seq = e.seq, prev_hash = e.prev_hash, hash = e.hash WHERE id = e.id\x3b
      UPDATE audit_chains SET seq = e.seq, hash = e.hash WHERE chain_id = e.chain_id\x3b
    END LOOP\x3b
  END\x3b';

CREATE UNIQUE INDEX "audit_entries_chain_id_seq_key" ON "audit_entries"("chain_id", "seq");
CREATE INDEX "audit_entries_chain_id_at_id_idx" ON "audit_entries"("chain_id", "at", "id");
CREATE INDEX "audit_entries_chain_id_actor_id_at_id_idx" ON "audit_entries"("chain_id", "actor_id", "at", "id");
CREATE INDEX "audit_entries_chain_id_action_at_id_idx" ON "audit_entries"("chain_id", "action", "at", "id");
CREATE INDEX "audit_entries_chain_id_subject_id_at_id_idx" ON "audit_entries"("chain_id", "subject_id", "at", "id");

CREATE CONSTRAINT TRIGGER audit_entries_seal AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_seal();

-- Nothing is changed and nothing taken out. The one update is the seal, once, by the trigger above.
CREATE FUNCTION audit_keep() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN
    IF TG_OP = ''UPDATE'' AND pg_trigger_depth() > 1 THEN
      IF TG_TABLE_NAME = ''audit_chains'' THEN RETURN NEW\x3b END IF\x3b
      IF to_jsonb(OLD) ->> ''hash'' IS NULL
        AND to_jsonb(OLD) - ARRAY[''seq'', ''prev_hash'', ''hash''] = to_jsonb(NEW) - ARRAY[''seq'', ''prev_hash'', ''hash'']
      THEN RETURN NEW\x3b END IF\x3b
    END IF\x3b
    RAISE EXCEPTION ''The audit log is append-only.'' USING ERRCODE = ''restrict_violation''\x3b
  END\x3b';
CREATE TRIGGER audit_entries_keep BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION audit_keep();
CREATE TRIGGER audit_entries_keep_all BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_keep();
CREATE TRIGGER audit_chains_keep BEFORE UPDATE OR DELETE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION audit_keep();
CREATE TRIGGER audit_chains_keep_all BEFORE TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION audit_keep();
