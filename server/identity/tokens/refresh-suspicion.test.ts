import { describe, expect, it } from "vitest";
import { PUBLIC_CALLER } from "../../lib/context";
import { db } from "../../lib/db";
import { createPartner } from "../../merchants/create-partner";
import { moveClock, query } from "../../test/database";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { comeByCode, newUser } from "../../test/rows/users";
import { createCredential } from "../credentials/create-credential";
import { readOwnHistory } from "../sessions/read-own-history";
import { findActiveUser } from "../users/user-store";
import { issueToken } from "./issue-token";
import { refreshToken } from "./refresh-token";

describe("a refresh token that is repeated from another network", () => {
  const ELSEWHERE = "token_family.repeated_elsewhere";
  const from = (ip: string) => ({ ...ctx, caller: PUBLIC_CALLER, ip });
  const renew = (ip: string, refresh_token: string) => refreshToken(from(ip), { refresh_token });

  it("of a user is in the audit log and mailed to them, once", async () => {
    const { merchantId } = await newTenant();
    const email = await newUser([{ role: "owner", merchantId }]);
    const { data } = await comeByCode(email);
    const { refresh_token } = await renew("203.0.113.7", data.refresh_token);
    for (const ip of ["198.51.100.9", "198.51.100.9", "2001:db8::1"])
      expect((await renew(ip, data.refresh_token)).refresh_token).toBe(refresh_token);
    expect(await audited(merchantId, ELSEWHERE)).toMatchObject([{ actor_kind: "system", detail: { owner: "user" } }]);
    const { rows } = await query("SELECT text FROM mails WHERE recipient = $1 AND subject LIKE '%two networks'", [
      email,
    ]);
    expect(rows).toEqual([{ text: expect.stringContaining("IP address: 198.51.100.9") }]);
  });

  it("of a credential is in its merchant's audit log", async () => {
    const { merchantId } = await newTenant();
    const credential = await createCredential(ctx, { name: "Busy", owner: { merchantId } });
    const first = await issueToken(ctx, credential);
    await renew("203.0.113.7", first.refresh_token);
    await renew("198.51.100.9", first.refresh_token);
    expect(await audited(merchantId, ELSEWHERE)).toMatchObject([
      { subject_id: credential.client_id, detail: { owner: "credential" } },
    ]);
  });

  it("control: from the same network, for IPv6 its /64, it is not reported", async () => {
    const { merchantId } = await newTenant();
    const credential = await createCredential(ctx, { name: "Busy", owner: { merchantId } });
    const first = await issueToken(ctx, credential);
    await renew("2001:db8:1:1::1", first.refresh_token);
    await renew("2001:db8:1:1::2", first.refresh_token);
    expect(await audited(merchantId, ELSEWHERE)).toEqual([]);
  });
});

describe("a used refresh token", () => {
  const refused = { code: "INVALID_GRANT" };

  it("that is used later is in its partner's log, where the partner can read it", async () => {
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    const credential = await createCredential(ctx, { name: "Busy", owner: { partnerId } });
    const { refresh_token } = await issueToken(ctx, credential);
    await refreshToken(ctx, { refresh_token });
    await moveClock("61 seconds");
    await expect(refreshToken(ctx, { refresh_token })).rejects.toMatchObject(refused);
    const sql = "SELECT action, subject_id FROM audit_entries WHERE chain_id = $1 AND action LIKE 'token%'";
    expect((await query(sql, [partnerId])).rows).toEqual([
      { action: "token_family.reuse_detected", subject_id: credential.client_id },
    ]);
  });

  it("of a platform's user that is used later is by the service in their own history, and mailed to them", async () => {
    const email = await newUser();
    const { refresh_token } = (await comeByCode(email)).data;
    await refreshToken(ctx, { refresh_token });
    await moveClock("61 seconds");
    for (let again = 0; again < 2; again += 1)
      await expect(refreshToken(ctx, { refresh_token })).rejects.toMatchObject(refused);
    const user = await findActiveUser(db(), email);
    if (!user) throw new Error("no user");
    const { items } = await readOwnHistory(ctx, user, { limit: 10 });
    expect(items.filter(({ action }) => action.startsWith("token")).map(({ action, by }) => [action, by])).toEqual([
      ["token_family.reuse_detected", "service"],
    ]);
    const sql = "SELECT subject FROM mails WHERE recipient = $1 AND subject LIKE '%API token%'";
    expect((await query(sql, [email])).rows).toEqual([{ subject: "Your API tokens were revoked" }]);
  });
});

async function audited(merchantId: string, action: string): Promise<unknown[]> {
  const sql = "SELECT actor_kind, subject_id, detail FROM audit_entries WHERE action = $1 AND merchant_id = $2";
  return (await query(sql, [action, merchantId])).rows;
}
