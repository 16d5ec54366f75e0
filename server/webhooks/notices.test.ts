import { beforeEach, describe, expect, it, vi } from "vitest";
import { createUser } from "../access/create-user";
import type { UserRole } from "../access/rules";
import { switchUser } from "../access/switch-user";
import { now } from "../lib/clock";
import { db } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { moveClock, query } from "../test/database";
import { ctx } from "../test/fixtures";
import { shopsOfEachTest } from "../test/webhook-shops";
import { MAIL_EVERY_HOURS } from "./health-rules";
import { holdDestination } from "./hold-destination";
import { findDestination } from "./hold-store";
import { noteOutcomes } from "./note-outcomes";
import { resumeDestination } from "./resume-destination";
import { switchEndpoint } from "./switch-endpoint";
import { NOTICES_AT_ONCE, tellOfHealth } from "./tell-of-health";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
const orders = () => ({ merchantId: shops.merchantId, name: "orders" });
let people = 0;

beforeEach(async () => {
  await query((client) => client.query("DELETE FROM mails; DELETE FROM webhook_health"));
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
  const found = await findDestination(db(), merchantId, "orders");
  const error = ok ? null : "status 503";
  const one = { destinationId: found?.id ?? "", merchantId, ok, error, at: now(), durationMs: 5, hadHealth: true };
  await db().$transaction((tx) => noteOutcomes(tx, Array(count).fill({ ...one, hadHealth: ok })));
}

/** Told of, and what the mails say since the last look: recipient and the first word that tells which mail it is. */
async function told(): Promise<string[]> {
  await tellOfHealth();
  const sql = "DELETE FROM mails RETURNING recipient, subject, text";
  const { rows } = await query((client) => client.query<Record<"recipient" | "subject" | "text", string>>(sql));
  for (const { subject, text } of rows) expect(subject + text).not.toMatch(/abc123|\/in\b|whsec_/);
  return rows.map(({ recipient, subject }) => `${recipient} ${subject.includes("again") ? "again" : "fails"}`).sort();
}

describe("who is told", () => {
  it("are a merchant's owners, admins and developers, none that is disabled, and not its partner", async () => {
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
    expect(await told()).toEqual([`${admin} fails`, `${developer} fails`, `${owner} fails`]);
  });

  it("are the partner's where the merchant has nobody of its own, and nobody where there is nobody", async () => {
    await tried(3);
    await moveClock("16 minutes");
    expect(await told()).toEqual([]);
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    const email = await person("developer", { partnerId });
    shops.merchantId = (await createMerchant(ctx, { brandName: "Acme", partnerId })).id;
    await shops.endpoint({ name: "orders" });
    await tried(3);
    await moveClock("16 minutes");
    expect(await told()).toEqual([`${email} fails`]);
  });
});

describe("what is told", () => {
  it("is a run of three failures after a quarter of an hour, once, and its end when it has lasted five minutes", async () => {
    const email = await person("owner", { merchantId: shops.merchantId });
    await tried(2);
    await moveClock("16 minutes");
    expect(await told()).toEqual([]);
    await tried(1);
    expect(await told()).toEqual([`${email} fails`]);
    await tried(5);
    expect(await told()).toEqual([]);
    await tried(1, true);
    await moveClock("4 minutes");
    expect(await told()).toEqual([]);
    await moveClock("2 minutes");
    expect(await told()).toEqual([`${email} again`]);
    expect(await told()).toEqual([]);
  });

  it("is nothing of a run that ended before anybody was told", async () => {
    await person("owner", { merchantId: shops.merchantId });
    await tried(5);
    await tried(1, true);
    await moveClock("20 minutes");
    expect(await told()).toEqual([]);
  });

  it("is nothing of what a person paused or disabled", async () => {
    await person("owner", { merchantId: shops.merchantId });
    await tried(5);
    await moveClock("20 minutes");
    await holdDestination(ctx, orders());
    expect(await told()).toEqual([]);
    await resumeDestination(ctx, orders());
    await switchEndpoint(ctx, { ...orders(), to: "disabled" });
    expect(await told()).toEqual([]);
    await switchEndpoint(ctx, { ...orders(), to: "enabled" });
    expect(await told()).toHaveLength(1);
  });

  it("is told by one of two workers that look at once", async () => {
    await person("owner", { merchantId: shops.merchantId });
    await tried(3);
    await moveClock("20 minutes");
    await Promise.all([tellOfHealth(), tellOfHealth(), tellOfHealth()]);
    expect(await told()).toHaveLength(1);
  });

  it("is told whatever stands before it: as many as are looked for at once, and none of them can be told", async () => {
    const email = await person("owner", { merchantId: shops.merchantId });
    await tried(3);
    await moveClock("20 minutes");
    const copies = (table: string, key: string, change: string) => `
      INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
        '${key}', '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), ${change}))).*
      FROM ${table} t, generate_series(1, ${NOTICES_AT_ONCE}) n WHERE t.merchant_id = $1`;
    for (const sql of [
      copies("webhook_endpoints", "id", "'name', 'poisoned-' || n, 'url', 'no address'"),
      copies("webhook_health", "destination_id", "'failing_since', t.failing_since - interval '1 hour'"),
    ]) {
      await query((client) => client.query(sql, [shops.merchantId]));
    }
    expect(await told()).toEqual([`${email} fails`]);
  });

  it("is at most one failing and one end in six hours, however often it comes and goes", async () => {
    await person("owner", { merchantId: shops.merchantId });
    const counts: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await tried(4);
      await moveClock("20 minutes");
      const fails = await told();
      await tried(1, true);
      await moveClock("10 minutes");
      counts.push(fails.length + (await told()).length);
    }
    expect(MAIL_EVERY_HOURS).toBe(6);
    expect(counts).toEqual([2, ...Array<number>(11).fill(0)]);
    await tried(4);
    await moveClock("20 minutes");
    expect(await told()).toHaveLength(1);
  });

  it("TWIN: without that bound every coming and going is told", async () => {
    await person("owner", { merchantId: shops.merchantId });
    let mails = 0;
    for (let round = 0; round < 4; round += 1) {
      await query((client) => client.query("UPDATE webhook_health SET mailed_at = NULL"));
      await tried(4);
      await moveClock("20 minutes");
      mails += (await told()).length;
      await tried(1, true);
      await moveClock("10 minutes");
      mails += (await told()).length;
    }
    expect(mails).toBe(8);
  });
});
