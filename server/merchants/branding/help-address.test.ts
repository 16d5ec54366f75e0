import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { closeDb } from "../../lib/db";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createMerchant } from "../create-merchant";
import { readBranding } from "./read-branding";
import { setHelpAddress } from "./set-help-address";

const STALE = { code: "VALIDATION_ERROR", metadata: { errors: [{ field: "version" }] } };

let merchantId: string;
beforeEach(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
});
afterAll(closeDb);

const read = () => readBranding(ctx, { merchantId });
const audited = () =>
  query(async (client) => {
    const sql = "SELECT action, before, after FROM audit_entries WHERE merchant_id = $1 ORDER BY id";
    return (await client.query(sql, [merchantId])).rows.map(({ action, ...values }) => [action, values]).slice(1);
  });

describe("a help address", () => {
  const setHelp = (helpAddress: string, seen: string | null = null) =>
    setHelpAddress(ctx, { merchantId, helpAddress, seen });

  it("an e-mail address or an https address, is stored, audited and removed by an empty text", async () => {
    await setHelp(" help@acme.example ");
    expect((await read()).helpAddress).toBe("help@acme.example");
    await setHelp("https://acme.example/help", "help@acme.example");
    await setHelp(" ", "https://acme.example/help");
    expect((await read()).helpAddress).toBeNull();
    const changed = (from: string | null, to: string | null) => [
      "merchant.help_address_set",
      { before: { help_address: from }, after: { help_address: to } },
    ];
    expect(await audited()).toEqual([
      changed(null, "help@acme.example"),
      // The audit log shortens the path of an address.
      changed("help@acme.example", "https://acme.example/…"),
      changed("https://acme.example/…", null),
    ]);
  });

  it.each([
    "help",
    "http://acme.example",
    "javascript:alert(1)",
    "https://bank.example@acme.example/",
    "a@acme.example?bcc=b@evil.example",
    `${"a".repeat(250)}@acme.example`,
  ])("%s, is rejected on help_address, and nothing changes", async (given) => {
    const error = { code: "VALIDATION_ERROR", metadata: { errors: [{ field: "help_address" }] } };
    await expect(setHelp(given)).rejects.toMatchObject(error);
    expect((await read()).helpAddress).toBeNull();
    expect(await audited()).toEqual([]);
  });

  it("changed by another person meanwhile, is not overwritten", async () => {
    await setHelp("first@acme.example");
    await expect(setHelp("second@acme.example")).rejects.toMatchObject(STALE);
    expect((await read()).helpAddress).toBe("first@acme.example");
  });

  it("unchanged, writes no audit entry", async () => {
    await setHelp("");
    expect(await audited()).toEqual([]);
  });
});
