-- What receipts say about the payee beside its name. A form filled with an older version is refused.
ALTER TABLE merchants
  ADD COLUMN tax_number text,
  ADD COLUMN postal_address text,
  ADD COLUMN business_version integer NOT NULL DEFAULT 1,
  ADD COLUMN business_set_at timestamptz(3),
  ADD COLUMN business_set_by uuid;
