import { expect, it } from "vitest";
import { query } from "../../test/database";
import { newPerson, withApp } from "../../test/person";
import { ctx as operator } from "../../test/rows/fixtures";
import { deleteOldRecoveryCodes } from "./delete-recovery-codes";

it("recovery codes of an older key are deleted with an audit entry and an e-mail to their user, others stay", async () => {
  const [old, fresh, disabled] = [await newPerson(), await newPerson(), await newPerson()];
  for (const person of [old, fresh, disabled]) await withApp(person);
  const ids = [old.userId, disabled.userId];
  await query("UPDATE recovery_codes SET key_id = 'old' WHERE user_id = ANY($1)", [ids]);
  await query("UPDATE users SET disabled_at = app_now() WHERE id = $1", [disabled.userId]);

  expect(await deleteOldRecoveryCodes(operator)).toBe(20);
  expect(await deleteOldRecoveryCodes(operator)).toBe(0);

  const left = await query("SELECT DISTINCT user_id::text FROM recovery_codes");
  expect(left.rows).toEqual([{ user_id: fresh.userId }]);
  const audited =
    "SELECT subject_id, detail FROM audit_entries WHERE action = 'user.recovery_codes_deleted' ORDER BY id";
  expect((await query(audited)).rows).toEqual(ids.map((id) => ({ subject_id: id, detail: { codes: 10 } })));
  const mails = await query<{ recipient: string; text: string }>(
    "SELECT recipient, text FROM mails WHERE subject = 'Your recovery codes were deleted'",
  );
  expect(mails.rows.map(({ recipient }) => recipient)).toEqual([old.email]);
  expect(mails.rows[0]?.text).toContain("create new ones");
});
