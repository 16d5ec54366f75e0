-- The one clock for every expiry, lease and due time. Tests replace this function in their own database to move time;
-- nothing in the product can.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT now() $$;
