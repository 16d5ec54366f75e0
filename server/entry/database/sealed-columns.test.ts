import { describe, expect, it } from "vitest";
import { query } from "../../test/database";
import { SEALED_TABLES } from "./sealed-columns";

/** Columns with bytes that are no sealed values: hashes, public keys, pictures. */
const NOT_SEALED = [
  ...["access_tokens.hash", "account_consents.state_hash", "audit_chains.hash", "audit_entries.hash"],
  ...["audit_entries.prev_hash", "bank_calls.request_hash", "bank_notifications.body_digest"],
  ...["credentials.secret_hash", "encryption_keys.check_sealed", "idempotency_keys.fingerprint"],
  ...["invitations.token_hash", "known_devices.token_hash", "merchant_logos.content", "passkeys.credential_id"],
  ...["passkeys.public_key", "payment_attempts.redirect_state_hash", "payment_link_mails.recipient_hash"],
  ...["payment_links.token_hash", "payment_requests.token_hash", "pending_sign_ins.token_hash"],
  ...["recovery_codes.code_hash", "refresh_tokens.hash", "remembered_accounts.iban_hash"],
  ...["sign_in_challenges.code_hash", "sim_authorisation_codes.code_hash", "sim_oauth_requests.code_hash"],
  ...["sim_oauth_requests.refresh_hash", "sim_oauth_requests.token_hash", "sim_oauth_requests.used_refresh_hash"],
  ...["sim_payments.body_hash", "sim_payments.order_hash", "sim_tokens.token_hash", "spent_passkey_challenges.hash"],
  ...["user_sessions.previous_token_hash", "user_sessions.token_hash", "visitors.address_hash"],
];

describe("key retire", () => {
  it("knows every column with bytes of the schema", async () => {
    const { rows } = await query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type = 'bytea' ORDER BY 1`,
    );
    const sealed = SEALED_TABLES.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    expect(rows.map(({ name }) => name).filter((name) => !sealed.includes(name))).toEqual(NOT_SEALED);
  });
});
