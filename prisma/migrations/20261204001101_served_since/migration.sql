-- When a connection with banks was first enabled: its banks can be taken from it later, and the installation stays live.
-- A trigger sets it, so that a process of the release before sets it too.
ALTER TABLE bank_profiles ADD COLUMN first_served_at TIMESTAMPTZ(3);
UPDATE bank_profiles SET first_served_at = first_enabled_at WHERE cardinality(bank_ids) > 0;

-- Migrations are cut at every semicolon, so the function's own are written \x3b
CREATE FUNCTION bank_profiles_serve() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN NEW.first_served_at := app_now()\x3b RETURN NEW\x3b END\x3b';
CREATE TRIGGER bank_profiles_first_served BEFORE INSERT OR UPDATE ON bank_profiles
  FOR EACH ROW WHEN (NEW.enabled AND cardinality(NEW.bank_ids) > 0 AND NEW.first_served_at IS NULL)
  EXECUTE FUNCTION bank_profiles_serve();
