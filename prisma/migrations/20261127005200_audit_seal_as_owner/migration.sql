-- The seal is written with the rights of the owner of the tables, so that the role by which the product runs needs none to
-- change an entry or the end of a chain (ADR 52). pg_temp comes last: by default a session's own temporary tables come
-- first, and one called audit_chains would be the chain.
DO E'BEGIN
  EXECUTE format(''ALTER FUNCTION audit_seal() SECURITY DEFINER SET search_path = %I, pg_temp'', current_schema())\x3b
END\x3b';
