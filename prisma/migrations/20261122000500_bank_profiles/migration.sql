-- How single banks are spoken to, as the operator says: data, not code.
CREATE TABLE "bank_profiles" (
    "id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "bank_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "profile" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "first_enabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "bank_profiles_pkey" PRIMARY KEY ("id")
);

-- How the way to a bank fares, for all processes: the circuit breaker. No row: nothing has gone wrong yet.
CREATE TABLE "bank_health" (
    "environment" TEXT NOT NULL,
    "profile_id" TEXT NOT NULL,
    "is_open" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "openings" INTEGER NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3),
    "question_from" TIMESTAMPTZ(3),
    "open_until" TIMESTAMPTZ(3),
    "last_kind" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "bank_health_pkey" PRIMARY KEY ("environment", "profile_id")
);

-- What Prisma's schema language cannot say.

-- A profile is what its row says: nothing that is read by the row's environment can lead to a bank of the other one.
ALTER TABLE bank_profiles ADD CONSTRAINT bank_profiles_environment CHECK (environment IN ('test', 'live'));
ALTER TABLE bank_profiles ADD CONSTRAINT bank_profiles_same_profile
  CHECK (COALESCE(profile ->> 'id' = id AND profile ->> 'environment' = environment, FALSE));
ALTER TABLE bank_profiles ADD CONSTRAINT bank_profiles_first_enabled CHECK (first_enabled_at IS NOT NULL OR NOT enabled);
ALTER TABLE bank_health ADD CONSTRAINT bank_health_environment CHECK (environment IN ('test', 'live'));
ALTER TABLE bank_health ADD CONSTRAINT bank_health_open
  CHECK (NOT is_open OR (since IS NOT NULL AND question_from IS NOT NULL AND open_until IS NOT NULL));

-- Payments hold the id of the connection that they were started over, and have to be followed to their end over it.
-- Migrations are cut at every semicolon, so the function's own are written \x3b
CREATE FUNCTION bank_profiles_keep() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION \'A connection keeps its id and its environment, and is disabled, never deleted.\'\x3b END\x3b';
CREATE TRIGGER bank_profiles_never_deleted BEFORE DELETE ON bank_profiles
  FOR EACH ROW EXECUTE FUNCTION bank_profiles_keep();
CREATE TRIGGER bank_profiles_never_renamed BEFORE UPDATE ON bank_profiles
  FOR EACH ROW WHEN ((OLD.id, OLD.environment) IS DISTINCT FROM (NEW.id, NEW.environment))
  EXECUTE FUNCTION bank_profiles_keep();
