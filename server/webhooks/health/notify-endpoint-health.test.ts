import { beforeEach, describe, expect, it } from "vitest";
import type { UserRole } from "../../identity/rules";
import { createUser } from "../../identity/users/create-user";
import { switchUser } from "../../identity/users/switch-user";
import { now } from "../../lib/clock";
import { db } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { switchEndpoint } from "../endpoints/switch-endpoint";
import { MAIL_EVERY_HOURS } from "./circuit-rules";
import { findCurrentUrls } from "./health-store";
import { NOTICES_PER_QUERY, notifyEndpointHealth } from "./notify-endpoint-health";
import { pauseEndpoint, resumeEndpoint } from "./pause-endpoint";
import { findEndpointRef } from "./pause-store";
import { updateEndpointHealth } from "./update-endpoint-health";

const shops = shopsOfEachTest();
const orders = () => ({ merchantId: shops.merchantId, name: "orders" });
let people = 0;

beforeEach(async () => {
  await query("DELETE FROM mails; DELETE FROM webhook_health");
  await shops.endpoint({ name: "orders", url: "https://hooks.acme.example/in?key=abc123" });
});

async function person(role: UserRole, place: { merchantId?: string; partnerId?: string }): Promise<string> {
  people += 1;
  const email = `${role}${people}@acme.example`;
  await createUser(ctx, { email, name: "Inês", role, ...place });
  return email;
}

async function tried(count: number, ok = false): Promise<void> {
  const { merchantId } = shops;
  const found = await findEndpointRef(db(), merchantId, "orders");
  const error = ok ? null : "status 503";
  const endpointKey = found?.id ?? "";
  const url = (await findCurrentUrls(db(), [endpointKey])).get(endpointKey);
  const one = { endpointKey, merchantId, url, ok, error, at: now(), durationMs: 5, hadHealth: true };
  await db().$transaction((tx) => updateEndpointHealth(tx, Array(count).fill({ ...one, hadHealth: ok })));
}

/** Sends due mails and answers recipient and kind of each. */
async function notified(): Promise<string[]> {
  await notifyEndpointHealth();
  const sql = "DELETE FROM mails RETURNING recipient, subject, text";
  const { rows } = await query<Record<"recipient" | "subject" | "text", string>>(sql);
  for (const { subject, text } of rows) expect(subject + text).not.toMatch(/abc123|\/in\b|whsec_/);
  return rows.map(({ recipient, subject }) => `${recipient} ${subject.includes("again") ? "again" : "fails"}`).sort();
}

describe("the recipients of a mail about health", () => {
  it("are a merchant's enabled owners, admins and developers, not its partner's", async () => {
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    const { merchantId } = shops;
    const [owner, admin, developer] = [
      await person("owner", { merchantId }),
      await person("admin", { merchantId }),
      await person("developer", { merchantId }),
    ];
    await person("finance", { merchantId });
    await person("viewer", { merchantId });
    await person("owner", { partnerId });
    await person("owner", {});
    await switchUser(ctx, { email: await person("owner", { merchantId }), to: "disabled" });
    await tried(3);
    await moveClock("16 minutes");
    expect(await notified()).toEqual([`${admin} fails`, `${developer} fails`, `${owner} fails`]);
  });

  it("are the partner's if the merchant has none, and none if neither has", async () => {
    await tried(3);
    await moveClock("16 minutes");
    expect(await notified()).toEqual([]);
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    const email = await person("developer", { partnerId });
    shops.merchantId = (await createMerchant(ctx, { brandName: "Acme", partnerId })).id;
    await shops.endpoint({ name: "orders" });
    await tried(3);
    await moveClock("16 minutes");
    expect(await notified()).toEqual([`${email} fails`]);
  });
});

describe("a mail about health", () => {
  it("is sent once for three failures after 15 min, and once 5 min after their end", async () => {
    const email = await person("owner", { merchantId: shops.merchantId });
    await tried(2);
    await moveClock("16 minutes");
    expect(await notified()).toEqual([]);
    await tried(1);
    expect(await notified()).toEqual([`${email} fails`]);
    await tried(5);
    expect(await notified()).toEqual([]);
    await tried(1, true);
    await moveClock("4 minutes");
    expect(await notified()).toEqual([]);
    await moveClock("2 minutes");
    expect(await notified()).toEqual([`${email} again`]);
    expect(await notified()).toEqual([]);
  });

  it("is sent after the end of the failures once the endpoint is no longer paused, because waiting events are sent then", async () => {
    const email = await person("owner", { merchantId: shops.merchantId });
    await tried(3);
    await moveClock("16 minutes");
    expect(await notified()).toEqual([`${email} fails`]);
    await tried(1, true);
    await pauseEndpoint(ctx, orders());
    await moveClock("6 minutes");
    expect(await notified()).toEqual([]);
    await resumeEndpoint(ctx, orders());
    expect(await notified()).toEqual([`${email} again`]);
  });

  it("is not sent for a run that ended before", async () => {
    await person("owner", { merchantId: shops.merchantId });
    await tried(5);
    await tried(1, true);
    await moveClock("20 minutes");
    expect(await notified()).toEqual([]);
  });

  it("is not sent for a paused or disabled endpoint", async () => {
    await person("owner", { merchantId: shops.merchantId });
    await tried(5);
    await moveClock("20 minutes");
    await pauseEndpoint(ctx, orders());
    expect(await notified()).toEqual([]);
    await resumeEndpoint(ctx, orders());
    await switchEndpoint(ctx, { ...orders(), to: "disabled" });
    expect(await notified()).toEqual([]);
    await switchEndpoint(ctx, { ...orders(), to: "enabled" });
    expect(await notified()).toHaveLength(1);
  });

  it("is sent once by two concurrent workers", async () => {
    await person("owner", { merchantId: shops.merchantId });
    await tried(3);
    await moveClock("20 minutes");
    await Promise.all([notifyEndpointHealth(), notifyEndpointHealth(), notifyEndpointHealth()]);
    expect(await notified()).toHaveLength(1);
  });

  it("is sent although a whole page before it cannot be sent", async () => {
    const email = await person("owner", { merchantId: shops.merchantId });
    await tried(3);
    await moveClock("20 minutes");
    const copies = (table: string, key: string, change: string) => `
      INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
        '${key}', '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), ${change}))).*
      FROM ${table} t, generate_series(1, ${NOTICES_PER_QUERY}) n WHERE t.merchant_id = $1`;
    for (const sql of [
      copies("webhook_endpoints", "id", "'name', 'poisoned-' || n, 'url', 'no address'"),
      copies("webhook_health", "endpoint_key", "'failing_since', t.failing_since - interval '1 hour'"),
    ]) {
      await query(sql, [shops.merchantId]);
    }
    expect(await notified()).toEqual([`${email} fails`]);
  });

  it("is sent at most once for failing and once for recovery in six hours", async () => {
    await person("owner", { merchantId: shops.merchantId });
    const counts: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await tried(4);
      await moveClock("20 minutes");
      const fails = await notified();
      await tried(1, true);
      await moveClock("10 minutes");
      counts.push(fails.length + (await notified()).length);
    }
    expect(MAIL_EVERY_HOURS).toBe(6);
    expect(counts).toEqual([2, ...Array<number>(11).fill(0)]);
    await tried(4);
    await moveClock("20 minutes");
    expect(await notified()).toHaveLength(1);
  });

  it("control: without that limit every change is sent", async () => {
    await person("owner", { merchantId: shops.merchantId });
    let mails = 0;
    for (let round = 0; round < 4; round += 1) {
      await query("UPDATE webhook_health SET mailed_at = NULL");
      await tried(4);
      await moveClock("20 minutes");
      mails += (await notified()).length;
      await tried(1, true);
      await moveClock("10 minutes");
      mails += (await notified()).length;
    }
    expect(mails).toBe(8);
  });
});
