import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createUser } from "../../identity/users/create-user";
import type { Caller, Ctx } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createMerchant } from "../create-merchant";
import { createPartner } from "../create-partner";
import { readBusiness } from "./read-business";
import { type BusinessForm, setBusiness, setReceipts } from "./set-business";

const STALE = { code: "VALIDATION_ERROR", metadata: { errors: [{ field: "version" }] } };
const FILLED = {
  taxNumber: "PT 509 442 013",
  postalAddress: "Rua da Olaria 14\n4750-100 Barcelos",
  helpAddress: "help@acme.example",
};
const EMPTY = { taxNumber: "", postalAddress: "", helpAddress: "" };
const NONE = { taxNumber: null, postalAddress: null, helpAddress: null };
const rights = { actor: { kind: "user", id: newId() }, scopes: [], testOnly: false } as const;
const as = (caller: Caller): Ctx => ({ ...ctx, caller });

let merchantId: string;
let owner: Ctx;
let [turn, ownerEmail] = [0, ""];

beforeEach(async () => {
  turn += 1;
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  ownerEmail = `owner${turn}@acme.example`;
  const { id } = await createUser(ctx, { email: ownerEmail, name: "Inês", role: "owner", merchantId });
  owner = as({ kind: "merchant", merchantId, ...rights, actor: { kind: "user", id, attended: true } });
});
afterAll(closeDb);

const read = (who = owner) => readBusiness(who, { merchantId });
/** Saves the given fields; the others as they are. */
async function save(given: Partial<BusinessForm & { version: number }>, who = owner): Promise<void> {
  const { version, taxNumber, postalAddress, helpAddress } = await read();
  const now = { taxNumber: taxNumber ?? "", postalAddress: postalAddress ?? "", helpAddress: helpAddress ?? "" };
  await setBusiness(who, { merchantId, ...now, version, ...given });
}
const rows = async (sql: string, values: unknown[]) => (await query(sql, values)).rows;
const audited = () =>
  rows(
    "SELECT action, before, after FROM audit_entries WHERE merchant_id = $1 AND action = 'merchant.business_set' ORDER BY id",
    [merchantId],
  );
const mails = () => rows("SELECT subject, text FROM mails WHERE recipient = $1 ORDER BY id", [ownerEmail]);

describe("business details", () => {
  it("are stored trimmed, with who saved them and a new version, and removed by empty texts", async () => {
    expect(await read()).toEqual({
      brandName: "Acme",
      country: "PT",
      ...NONE,
      version: 1,
      sendsReceipts: false,
      saved: null,
    });
    await save({
      taxNumber: "  PT  509 442 013 ",
      postalAddress: " Rua da Olaria 14 \r\n\r\n4750-100 Barcelos\n",
      helpAddress: " help@acme.example ",
    });
    expect(await read()).toMatchObject({ ...FILLED, version: 2, saved: { at: expect.any(Date), by: "Inês" } });
    await save({ helpAddress: "https://acme.example/help" });
    expect(await read()).toMatchObject({ ...FILLED, helpAddress: "https://acme.example/help", version: 3 });
    await save({ helpAddress: "help/shop#1@acme.example" });
    await save(EMPTY);
    expect(await read()).toMatchObject({ ...NONE, version: 5 });
  });

  it("are audited and mailed to the owners with the changed fields only", async () => {
    await save(FILLED);
    await save({ taxNumber: "PT 509 442 999" });
    expect(await audited()).toEqual([
      {
        action: "merchant.business_set",
        before: { tax_number: null, postal_address: null, help_address: null },
        after: {
          tax_number: FILLED.taxNumber,
          postal_address: FILLED.postalAddress,
          help_address: FILLED.helpAddress,
        },
      },
      {
        action: "merchant.business_set",
        before: { tax_number: "PT 509 442 013" },
        after: { tax_number: "PT 509 442 999" },
      },
    ]);
    const [first, second, ...more] = await mails();
    expect([first.subject, second.subject, more.length]).toEqual([
      "Your business details were changed",
      "Your business details were changed",
      0,
    ]);
    expect(first.text).toContain("\nAddress: Rua da Olaria 14, 4750-100 Barcelos. Before: none.\n");
    expect(second.text).toContain("\nTax number: PT 509 442 999. Before: PT 509 442 013.\n");
    expect(second.text).not.toContain("Help address:");
    expect(second.text).toContain("/console/business");
  });

  it("saved unchanged, leave no version, audit entry or mail", async () => {
    await save(FILLED);
    await save(FILLED);
    expect([(await read()).version, (await audited()).length, (await mails()).length]).toEqual([2, 1, 1]);
  });

  it("saved by the operator, name no person of theirs", async () => {
    await save(FILLED, as({ kind: "admin", ...rights }));
    expect((await read()).saved).toEqual({ at: expect.any(Date), by: null });
  });
});

describe("a wrong field", () => {
  it.each<[keyof BusinessForm, string, string, string]>([
    ["taxNumber", "tax_number", "none", "needs a digit"],
    ["taxNumber", "tax_number", "509<442", "use letters, digits, spaces and . / - only"],
    ["taxNumber", "tax_number", "5".repeat(31), "at most 30 characters"],
    ["postalAddress", "postal_address", "1\n2\n3\n4\n5\n6", "at most 5 lines"],
    ["postalAddress", "postal_address", "R".repeat(71), "at most 70 characters a line"],
    ["postalAddress", "postal_address", "Rua\u202e 14", "contains an invisible character: type it again"],
    ["postalAddress", "postal_address", "--", "needs a letter or a digit"],
    ["helpAddress", "help_address", "help", "enter an e-mail address or an address that starts with https://"],
    ["helpAddress", "help_address", "http://acme.example", "use https://"],
    [
      "helpAddress",
      "help_address",
      "javascript:alert(1)",
      "enter an e-mail address or an address that starts with https://",
    ],
    [
      "helpAddress",
      "help_address",
      "https://bank.example@acme.example/",
      "enter an e-mail address or an address that starts with https://",
    ],
    [
      "helpAddress",
      "help_address",
      "a@acme.example?bcc=b@evil.example",
      "enter an e-mail address or an address that starts with https://",
    ],
    ["helpAddress", "help_address", `${"a".repeat(250)}@acme.example`, "at most 254 characters"],
  ])("%s, is rejected on %s: %j, and none of the others is saved", async (key, field, given, message) => {
    const error = { code: "VALIDATION_ERROR", metadata: { errors: [{ field, message }] } };
    await expect(save({ ...FILLED, [key]: given })).rejects.toMatchObject(error);
    expect(await read()).toMatchObject({ ...NONE, version: 1 });
    expect([await audited(), await mails()]).toEqual([[], []]);
  });
});

describe("two people who save from the same page", () => {
  it("one after the other: the second is refused, and the first one's field stays", async () => {
    await save({ ...EMPTY, taxNumber: "1", version: 1 });
    await expect(save({ ...EMPTY, postalAddress: "Rua 2", version: 1 })).rejects.toMatchObject(STALE);
    expect(await read()).toMatchObject({ taxNumber: "1", postalAddress: null, version: 2 });
  });

  it("at once: one is saved and the other refused", async () => {
    const forms = [
      { ...EMPTY, taxNumber: "1" },
      { ...EMPTY, postalAddress: "Rua 2" },
      { ...EMPTY, helpAddress: "help@acme.example" },
    ];
    const outcomes = await Promise.allSettled(
      forms.map((form) => setBusiness(owner, { merchantId, ...form, version: 1 })),
    );
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toMatchObject([STALE, STALE]);
    const { version, taxNumber, postalAddress, helpAddress } = await read();
    expect([taxNumber, postalAddress, helpAddress].filter((value) => value !== null)).toHaveLength(1);
    expect([version, (await audited()).length]).toEqual([2, 1]);
  });

  it("control: with the version of the page as it is now, the second one saves over the first", async () => {
    await save({ ...EMPTY, taxNumber: "1" });
    await save({ ...EMPTY, postalAddress: "Rua 2" });
    expect(await read()).toMatchObject({ taxNumber: null, postalAddress: "Rua 2", version: 3 });
  });
});

describe("receipts by e-mail", () => {
  const entries = () =>
    rows("SELECT after FROM audit_entries WHERE merchant_id = $1 AND action = 'merchant.receipts_set' ORDER BY id", [
      merchantId,
    ]);

  it("switched on twice and off, are audited and mailed to the owners once for each change", async () => {
    for (const enabled of [true, true, false]) await setReceipts(owner, { merchantId, enabled });
    expect((await read()).sendsReceipts).toBe(false);
    expect(await entries()).toEqual([{ after: { sends_receipts: true } }, { after: { sends_receipts: false } }]);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "Customers now get receipts by e-mail",
      "Customers no longer get receipts by e-mail",
    ]);
  });

  it("switched by another merchant or a test-only caller, stay as they are", async () => {
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    const on = (who: Ctx) => setReceipts(who, { merchantId, enabled: true });
    await expect(on(as({ kind: "merchant", merchantId: other, ...rights }))).rejects.toMatchObject({
      code: "MERCHANT_NOT_FOUND",
    });
    await expect(on(as({ kind: "merchant", merchantId, ...rights, testOnly: true }))).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect([(await read()).sendsReceipts, await entries()]).toEqual([false, []]);
  });
});

describe("permission to read and change business details", () => {
  it("another merchant or partner: MERCHANT_NOT_FOUND, and nothing changes", async () => {
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    const callers = [
      { kind: "merchant", merchantId: other, ...rights },
      { kind: "partner", partnerId, ...rights },
    ] as const;
    for (const who of callers.map(as)) {
      await expect(read(who)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
      await expect(save(FILLED, who)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    }
    expect(await read()).toMatchObject(NONE);
  });

  it("the merchant's own partner: allowed", async () => {
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    await rows("UPDATE merchants SET partner_id = $1 WHERE id = $2", [partnerId, merchantId]);
    await save(FILLED, as({ kind: "partner", partnerId, ...rights }));
    expect(await read()).toMatchObject(FILLED);
  });

  it("a test-only caller: changes nothing that customers see", async () => {
    const testOnly = as({ kind: "merchant", merchantId, ...rights, testOnly: true });
    await expect(save(FILLED, testOnly)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await read()).toMatchObject(NONE);
  });
});
