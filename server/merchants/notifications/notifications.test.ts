import { beforeEach, describe, expect, it } from "vitest";
import { PERMISSIONS, type ProcedurePath } from "../../identity/permissions/permissions";
import { callerOfRole, type UserRole } from "../../identity/rules";
import { acceptInvitation } from "../../identity/team/accept-invitation";
import { removeMember } from "../../identity/team/change-member";
import { inviteMember } from "../../identity/team/invite-member";
import { createUser } from "../../identity/users/create-user";
import { switchUser } from "../../identity/users/switch-user";
import { env } from "../../lib/config/env";
import { type Ctx, PUBLIC_CALLER } from "../../lib/context";
import { db } from "../../lib/db";
import { query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import { createMerchant } from "../create-merchant";
import { createPartner } from "../create-partner";
import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from "./kinds";
import { listPreferences, setPreference } from "./preferences";
import { queueNotification } from "./queue-notification";

type Person = { id: string; email: string; ctx: Ctx };

let made = 0;
let merchantId: string;
let partnerId: string;

beforeEach(async () => {
  partnerId = (await createPartner(operator, { name: "Ribeira" })).id;
  merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte", partnerId })).id;
});

async function person(
  role: UserRole,
  at: { merchantId?: string; partnerId?: string } = { merchantId },
): Promise<Person> {
  made += 1;
  const email = `${role}${made}@olaria.example`;
  const { id } = await createUser(operator, { email, name: "Inês", role, ...at });
  const place = { merchantId: at.merchantId ?? null, partnerId: at.partnerId ?? null };
  return { id, email, ctx: { ...operator, caller: callerOfRole(id, { ...place, role }) } };
}

const choose = ({ ctx }: Person, kind: NotificationKind, enabled: boolean, at = merchantId) =>
  setPreference(ctx, { merchantId: at, kind, enabled });

/** Queues a mail of the kind; returns who gets it, in the order in which they were made. */
async function mailed(kind: NotificationKind, at = merchantId): Promise<string[]> {
  await query("DELETE FROM mails");
  await db().$transaction((tx) => queueNotification(tx, { merchantId: at, kind, subject: "S", text: "T" }));
  const { rows } = await query<{ recipient: string; text: string }>("SELECT recipient, text FROM mails ORDER BY id");
  const settings = `Notification settings: ${env().baseUrl}/open/${at}?to=/console/notifications`;
  for (const { text } of rows) expect(text).toBe(`T\n\nMerchant: Olaria do Norte\n${settings}`);
  return rows.map(({ recipient }) => recipient);
}

describe("the recipients of a kind of notification", () => {
  it("are, without any choice, those of before; control: the new kinds have none", async () => {
    const [owner, admin, developer] = [await person("owner"), await person("admin"), await person("developer")];
    await person("finance");
    await person("viewer");
    await person("owner", { partnerId });
    await person("owner", {});
    const technical = [owner, admin, developer].map(({ email }) => email);
    expect(await mailed("webhook_endpoint_failing")).toEqual(technical);
    expect(await mailed("credential_ending")).toEqual(technical);
    expect(await mailed("checkout_changed")).toEqual([owner.email]);
    for (const kind of ["payment_returned", "monthly_report", "member_joined"] as const)
      expect(await mailed(kind)).toEqual([]);
  });

  it("are 50 at most: first an owner who cannot switch it off, however late the owner joined", async () => {
    await query(
      `WITH made AS (
           INSERT INTO users (id, email, name)
           SELECT ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'early' || n || '@olaria.example', 'Early'
           FROM generate_series(1, 60) AS n RETURNING id
         ), joined AS (
           INSERT INTO memberships (id, user_id, merchant_id, role) SELECT gen_random_uuid(), id, $1, 'viewer' FROM made
         )
         INSERT INTO notification_preferences (user_id, merchant_id, kind, enabled)
         SELECT id, $1, 'checkout_changed', true FROM made`,
      [merchantId],
    );
    const owner = await person("owner");
    const got = await mailed("checkout_changed");
    expect([got[0], got.length]).toEqual([owner.email, 50]);
  });

  it("are those who chose it, for this merchant and this kind alone", async () => {
    const [owner, viewer] = [await person("owner"), await person("viewer")];
    const { id: other } = await createMerchant(operator, { brandName: "Other" });
    await choose(viewer, "payment_returned", true);
    await choose(owner, "webhook_endpoint_failing", false);
    expect(await mailed("payment_returned")).toEqual([viewer.email]);
    expect(await mailed("payment_returned", other)).toEqual([]);
    expect(await mailed("member_joined")).toEqual([]);
    expect(await mailed("webhook_endpoint_failing")).toEqual([]);
    expect(await mailed("checkout_changed")).toEqual([owner.email]);
    await choose(viewer, "payment_returned", false);
    expect(await mailed("payment_returned")).toEqual([]);
  });

  it("lose it with their role, and with their access; control: they had it", async () => {
    const [owner, second] = [await person("owner"), await person("owner")];
    const [viewer, disabled] = [await person("viewer"), await person("viewer")];
    for (const one of [viewer, disabled]) await choose(one, "payment_returned", true);
    expect(await mailed("payment_returned")).toEqual([viewer.email, disabled.email]);
    await removeMember(owner.ctx, { team: { merchantId }, userId: viewer.id });
    await switchUser(operator, { email: disabled.email, to: "disabled" });
    expect(await mailed("payment_returned")).toEqual([]);
    await removeMember(owner.ctx, { team: { merchantId }, userId: second.id });
    expect(await mailed("checkout_changed")).toEqual([owner.email]);
  });

  it("are the partner's people only where the merchant has none of its own, or by their own choice", async () => {
    const [partner, platform] = [await person("owner", { partnerId }), await person("owner", {})];
    await person("viewer");
    expect(await mailed("webhook_endpoint_failing")).toEqual([partner.email]);
    const owner = await person("owner");
    expect(await mailed("webhook_endpoint_failing")).toEqual([owner.email]);
    // A merchant whose people want no mail does not cause mails to its partner.
    await choose(owner, "webhook_endpoint_failing", false);
    expect(await mailed("webhook_endpoint_failing")).toEqual([]);
    for (const one of [partner, platform]) await choose(one, "webhook_endpoint_failing", true);
    expect(await mailed("webhook_endpoint_failing")).toEqual([partner.email, platform.email]);
  });
});

it("a mail names its merchant without a link in the name", async () => {
  merchantId = (await createMerchant(operator, { brandName: "Pay at shop.example now" })).id;
  await person("owner");
  await db().$transaction((tx) =>
    queueNotification(tx, { merchantId, kind: "checkout_changed", subject: "S", text: "T" }),
  );
  const { rows } = await query<{ text: string }>("SELECT text FROM mails ORDER BY id DESC LIMIT 1");
  expect(rows[0]?.text).toContain("\nMerchant: Pay at shop. example now\n");
});

describe("a person's notifications", () => {
  it("are the kinds that their role may see, as they are", async () => {
    const [owner, viewer] = [await person("owner"), await person("viewer")];
    expect((await listPreferences(owner.ctx, { merchantId })).map(({ kind }) => kind)).toEqual(NOTIFICATION_KINDS);
    expect(await listPreferences(viewer.ctx, { merchantId })).toEqual([
      { kind: "payment_returned", enabled: false, isFixed: false },
      { kind: "monthly_report", enabled: false, isFixed: false },
      { kind: "checkout_changed", enabled: false, isFixed: false },
      { kind: "member_joined", enabled: false, isFixed: false },
    ]);
    await choose(viewer, "monthly_report", true);
    expect((await listPreferences(viewer.ctx, { merchantId }))[1]).toMatchObject({
      kind: "monthly_report",
      enabled: true,
    });
  });

  it("cannot be switched off by an owner for changes of the checkout; control: by another role it can", async () => {
    const [owner, admin] = [await person("owner"), await person("admin")];
    await expect(choose(owner, "checkout_changed", false)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const fixed = (await listPreferences(owner.ctx, { merchantId })).filter(({ isFixed }) => isFixed);
    expect(fixed).toEqual([{ kind: "checkout_changed", enabled: true, isFixed: true }]);
    for (const enabled of [true, false]) {
      await choose(admin, "checkout_changed", enabled);
      expect(await mailed("checkout_changed")).toEqual(enabled ? [owner.email, admin.email] : [owner.email]);
    }
  });

  it("cannot be chosen where the role may not see the subject, or for another merchant", async () => {
    const viewer = await person("viewer");
    const { id: other } = await createMerchant(operator, { brandName: "Other" });
    await expect(choose(viewer, "credential_ending", true)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(choose(viewer, "payment_returned", true, other)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    await expect(
      setPreference(operator, { merchantId, kind: "payment_returned", enabled: true }),
    ).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await mailed("credential_ending")).toEqual([]);
  });

  it("have the roles of the call that shows their subject", () => {
    const calls: Record<NotificationKind, ProcedurePath> = {
      payment_returned: "payments.get",
      monthly_report: "reports.list",
      webhook_endpoint_failing: "webhooks.health.list",
      credential_ending: "credentials.list",
      checkout_changed: "branding.get",
      member_joined: "team.list",
    };
    for (const kind of NOTIFICATION_KINDS) {
      const roles = PERMISSIONS[calls[kind]].roles.filter((role) => role !== "visitor");
      expect([kind, NOTIFICATIONS[kind].roles]).toEqual([kind, roles]);
    }
  });
});

describe("a new member", () => {
  it("is mailed once to those who chose it, and not to the member", async () => {
    const owner = await person("owner");
    await choose(owner, "member_joined", true);
    const email = `rosa${made}@olaria.example`;
    await inviteMember(owner.ctx, { team: { merchantId }, email, name: "Rosa", role: "owner" });
    const mails = async (address: string) =>
      (await query("SELECT subject, text FROM mails WHERE recipient = $1 ORDER BY id", [address])).rows;
    const token = /\/invitation\/(\S+)/.exec((await mails(email))[0].text)?.[1] ?? "";
    const found = await query<{ id: string }>("SELECT id FROM users WHERE email = $1", [email]);
    const user = { id: found.rows[0]?.id ?? "", email, name: "Rosa", memberships: [] };
    const visitor = { ...operator, caller: PUBLIC_CALLER };
    await acceptInvitation(visitor, { token, user, name: null });
    await expect(acceptInvitation(visitor, { token, user, name: null })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await mails(owner.email)).toEqual([
      { subject: "New member of Olaria do Norte", text: expect.stringContaining(`${email} accepted an invitation`) },
    ]);
    expect(await mails(email)).toHaveLength(1);
  });
});
