import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "../identity/users/create-user";
import { closeDb } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { switchMerchant } from "../merchants/switch-merchant";
import { payeeOf } from "../payments/attempts/payee";
import { query } from "../test/database";
import { type ConsoleApi, consoleOf } from "../test/person";
import { ctx as operator } from "../test/rows/fixtures";

const REASON = "Complaints of shoppers.";
let api: ConsoleApi["platform"];
beforeAll(async () => {
  api = (await consoleOf({ role: "owner" })).platform;
});
afterAll(() => closeDb());

const audited = async (subjectId: string) => {
  const sql = "SELECT action, detail->>'reason' AS reason FROM audit_entries WHERE subject_id = $1 ORDER BY id";
  return (await query<{ action: string; reason: string | null }>(sql, [subjectId])).rows;
};

describe("a suspended merchant", () => {
  const payment = (merchantId: string, test: boolean) => ({ merchantId, test });

  it("rejects live payments and accepts tests; reinstated, it accepts both; both changes are logged with their reason", async () => {
    const { id } = await api.merchants.create({ brandName: "Olaria do Norte", country: "pt" });
    await expect(payeeOf(operator, payment(id, false))).resolves.toMatchObject({ id });
    await api.merchants.switch({ merchantId: id, to: "suspended", reason: ` ${REASON} ` });
    await expect(payeeOf(operator, payment(id, false))).rejects.toMatchObject({ code: "FORBIDDEN_CREATE" });
    await expect(payeeOf(operator, payment(id, true))).resolves.toMatchObject({ id });
    expect(await api.merchants.get({ merchantId: id })).toMatchObject({ suspendedReason: REASON });
    await api.merchants.switch({ merchantId: id, to: "active", reason: "Settled." });
    await expect(payeeOf(operator, payment(id, false))).resolves.toMatchObject({ id });
    expect(await api.merchants.get({ merchantId: id })).toMatchObject({ suspendedAt: null, suspendedReason: null });
    expect(await audited(id)).toEqual([
      { action: "merchant.created", reason: null },
      { action: "merchant.suspended", reason: REASON },
      { action: "merchant.reinstated", reason: "Settled." },
    ]);
  });

  it("keeps the first reason: a second operator's other reason is refused, the same again is not", async () => {
    const { id } = await api.merchants.create({ brandName: "Olaria do Sul", country: "PT" });
    const change = (to: "suspended" | "active", reason: string) => api.merchants.switch({ merchantId: id, to, reason });
    const refused = (message: string) => ({ cause: { metadata: { errors: [{ field: "reason", message }] } } });
    await change("suspended", REASON);
    await change("suspended", ` ${REASON} `);
    await expect(change("suspended", "Another reason.")).rejects.toMatchObject(
      refused(`This merchant was already suspended: “${REASON}”. Your reason was not saved.`),
    );
    expect(await api.merchants.get({ merchantId: id })).toMatchObject({ suspendedReason: REASON });
    await change("active", "Settled.");
    await expect(change("active", "Settled too.")).rejects.toMatchObject(
      refused("This merchant is not suspended, so nothing was changed."),
    );
    expect((await audited(id)).slice(1)).toEqual([
      { action: "merchant.suspended", reason: REASON },
      { action: "merchant.reinstated", reason: "Settled." },
    ]);
  });

  it("has its owners mailed about the start and the end, once each, without the reason", async () => {
    const { id: merchantId } = await api.merchants.create({ brandName: "Olaria da Foz", country: "PT" });
    const email = "owner@foz.example";
    await createUser(operator, { email, name: "Inês", role: "owner", merchantId });
    await query("DELETE FROM mails");
    const change = (to: "suspended" | "active", reason: string) => api.merchants.switch({ merchantId, to, reason });
    for (let press = 0; press < 2; press += 1) await change("suspended", REASON);
    await change("active", "Settled.");
    const { rows } = await query<{ recipient: string; subject: string; text: string }>(
      "SELECT * FROM mails ORDER BY id",
    );
    expect(rows.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [email, "Live payments are suspended"],
      [email, "Live payments are accepted again"],
    ]);
    for (const { text } of rows) {
      expect(text).toContain("\nBy: the operator\n");
      expect(text).toContain("Merchant: Olaria da Foz\n");
      for (const reason of [REASON, "Settled."]) expect(text).not.toContain(reason);
    }
  });

  it("can't be suspended without a reason or by an API token", async () => {
    const { id } = await createMerchant(operator, { brandName: "Atelier Sul" });
    for (const reason of [" ", "x".repeat(501)]) {
      const act = api.merchants.switch({ merchantId: id, to: "suspended", reason });
      await expect(act).rejects.toMatchObject({ cause: { metadata: { errors: [{ field: "reason" }] } } });
    }
    const actor = { kind: "user", id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" } as const;
    const token = { ...operator, caller: { ...operator.caller, kind: "admin", actor } } as const;
    const input = { merchantId: id, to: "suspended", reason: REASON } as const;
    await expect(switchMerchant(token, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await api.merchants.get({ merchantId: id })).suspendedAt).toBeNull();
    // The same person at the Console.
    const attended = { ...token, caller: { ...token.caller, actor: { ...actor, attended: true } } } as const;
    await switchMerchant(attended, input);
    expect((await api.merchants.get({ merchantId: id })).suspendedAt).not.toBeNull();
  });
});

describe("the list of merchants", () => {
  it("is sorted by name regardless of case, page by page without gaps and duplicates", async () => {
    const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
    // Two of the same name are neighbours, on two pages.
    const names = Array.from({ length: 30 }, (_, n) =>
      n === 24 || n === 25 ? "row same" : `${n % 2 ? "Row" : "row"} ${n + 10}`,
    );
    for (const brandName of names) await createMerchant(operator, { brandName, partnerId });
    const seen: string[] = [];
    let after: { name: string; id: string } | null = null;
    do {
      const page: Awaited<ReturnType<ConsoleApi["platform"]["merchants"]["list"]>> = await api.merchants.list({
        search: null,
        partnerId,
        suspended: false,
        after,
      });
      seen.push(...page.items.map(({ brandName }) => brandName.toLowerCase()));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(names.map((name) => name.toLowerCase()).sort());
  });

  it("is searched by a part of the name or the whole ID; input is no pattern", async () => {
    const { id } = await createMerchant(operator, { brandName: "100 % Fado" });
    const found = async (search: string) => {
      const { items } = await api.merchants.list({ search, suspended: false, after: null });
      return items.map((merchant) => merchant.id);
    };
    expect(await found("0 % fA")).toEqual([id]);
    expect(await found(id.toUpperCase())).toEqual([id]);
    expect(await found("1%F")).toEqual([]);
    expect(await found(id.slice(0, 8))).toEqual([]);
  });

  it("returns partners with their merchants, and 404 for an unknown one", async () => {
    const { id } = await api.partners.create({ name: "Foz" });
    await api.merchants.create({ brandName: "Of Foz", country: "PT", partnerId: id });
    expect(await api.partners.get({ partnerId: id })).toMatchObject({ name: "Foz", merchants: 1, people: 0 });
    const unknown = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
    await expect(api.partners.get({ partnerId: unknown })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.merchants.get({ merchantId: unknown })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
