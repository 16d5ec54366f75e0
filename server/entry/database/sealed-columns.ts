/** Where the database has values of `seal`. `key`: the primary key; `row`: SQL of the row name that they are sealed for. */
export type SealedTable = { table: string; key: readonly string[]; row: string; columns: readonly string[] };

/** Every column with sealed values. A test compares the list with the columns of the schema that hold bytes. */
export const SEALED_TABLES: readonly SealedTable[] = [
  { table: "account_consents", key: ["id"], row: "id::text", columns: ["grant_sealed", "redirect_sealed"] },
  { table: "authenticator_apps", key: ["user_id"], row: "user_id::text", columns: ["secret_sealed"] },
  {
    table: "idempotency_keys",
    key: ["merchant_id", "key"],
    row: "merchant_id::text || ' ' || key",
    columns: ["body_sealed"],
  },
  {
    table: "payment_attempts",
    key: ["id"],
    row: "id::text",
    columns: [
      ...["initiation_body", "redirect_state", "redirect_secret"],
      ...["grant_sealed", "debtor_sealed", "submission_body"],
    ],
  },
  { table: "payment_links", key: ["id"], row: "id::text", columns: ["token_sealed"] },
  { table: "payment_requests", key: ["id"], row: "id::text", columns: ["token_sealed"] },
  { table: "refresh_tokens", key: ["hash"], row: "encode(hash, 'hex')", columns: ["successor"] },
  { table: "remembered_accounts", key: ["id"], row: "id::text", columns: ["iban_sealed"] },
  { table: "signing_keys", key: ["name"], row: "'signing_keys ' || name", columns: ["sealed_key"] },
  { table: "sim_signing_keys", key: ["bank"], row: "'sim_signing_keys ' || bank", columns: ["sealed_key"] },
  {
    table: "webhook_defaults",
    key: ["merchant_id"],
    row: "merchant_id::text",
    columns: ["secret_sealed", "next_secret_sealed"],
  },
  { table: "webhook_endpoints", key: ["id"], row: "id::text", columns: ["secret_sealed", "next_secret_sealed"] },
];
