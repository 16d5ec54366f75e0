import { expect, it } from "vitest";
import { createPartner } from "../../merchants/create-partner";
import { query } from "../../test/database";
import { newTenant, ctx as operator } from "../../test/rows/fixtures";
import { comeByCode, newUser, postTokenRequest } from "../../test/rows/users";

const refresh = (refreshToken: string, ctx?: string) =>
  postTokenRequest({ grant_type: "refresh_token", refresh_token: refreshToken, ...(ctx === undefined ? {} : { ctx }) });

/** The tokens of a user in the audit log, oldest first. */
async function audited(email: string) {
  const sql = `SELECT a.actor_kind, a.chain_id, a.detail FROM audit_entries a JOIN users u
    ON u.id::text = a.actor_id AND u.id::text = a.subject_id
    WHERE a.action = 'user.token_issued' AND u.email = $1 ORDER BY a.at, a.id`;
  return (await query(sql, [email])).rows;
}

it("a user's token that a refresh moves to another organisation is audited there, once for all repeats", async () => {
  const { merchantId } = await newTenant();
  const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
  const email = await newUser([
    { role: "finance", merchantId },
    { role: "owner", partnerId },
  ]);
  const first = await comeByCode(email, `merchant:${merchantId}`);
  const issued = {
    actor_kind: "user",
    chain_id: merchantId,
    detail: { grant: "magic_code", second_step: false, partner_id: null },
  };
  const kept = await refresh(first.data.refresh_token);
  expect(await audited(email)).toEqual([issued]);
  for (let repeat = 0; repeat < 2; repeat++) await refresh(kept.data.refresh_token, `partner:${partnerId}`);
  const moved = { actor_kind: "user", chain_id: partnerId, detail: { grant: "refresh_token", partner_id: partnerId } };
  expect(await audited(email)).toEqual([issued, moved]);
});
