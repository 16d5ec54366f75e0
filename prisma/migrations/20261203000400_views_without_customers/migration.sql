-- A saved view is a filter. The text that was searched for, often a customer's name, is no longer part of it.
UPDATE saved_views SET search = ltrim(regexp_replace(search, '(^|&)q=[^&]*', '', 'g'), '&') WHERE search ~ '(^|&)q=';
DELETE FROM saved_views WHERE search = '';

-- Who can no longer reach a merchant leaves no views there.
CREATE FUNCTION saved_views_of_former_member() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  DELETE FROM saved_views v USING merchants m WHERE v.user_id = OLD.user_id AND m.id = v.merchant_id AND NOT EXISTS (
    SELECT 1 FROM memberships o WHERE o.user_id = OLD.user_id
      AND (o.merchant_id = m.id OR o.partner_id = m.partner_id OR (o.merchant_id IS NULL AND o.partner_id IS NULL)));
  RETURN NULL;
END$$;
CREATE TRIGGER memberships_saved_views AFTER DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION saved_views_of_former_member();
DELETE FROM saved_views v USING merchants m WHERE m.id = v.merchant_id AND NOT EXISTS (
  SELECT 1 FROM memberships o WHERE o.user_id = v.user_id
    AND (o.merchant_id = m.id OR o.partner_id = m.partner_id OR (o.merchant_id IS NULL AND o.partner_id IS NULL)));
