import { beforeAll, describe, expect, it } from "vitest";
import { createCredential } from "../../../identity/credentials/create-credential";
import { createUser } from "../../../identity/users/create-user";
import type { Ctx } from "../../../lib/context";
import { createMerchant } from "../../../merchants/create-merchant";
import { moveClock, query } from "../../../test/database";
import { ctx as operator } from "../../../test/rows/fixtures";
import { cancelLink } from "../cancel-link";
import { createPaymentLink } from "../create-payment-link";
import { getLinkForConsole } from "../queries/get-link-for-console";
import { MAX_MAILS_PER_LINK, MAX_MAILS_PER_MERCHANT, MAX_MAILS_PER_RECIPIENT, sendLink } from "./send-link";

let merchantId: string;
let ctx: Ctx;

async function newShop(brandName: string): Promise<{ merchantId: string; ctx: Ctx }> {
  const { id } = await createMerchant(operator, { brandName });
  const caller = { kind: "merchant", merchantId: id, scopes: [], testOnly: false } as const;
  return { merchantId: id, ctx: { ...operator, caller: { ...caller, actor: { kind: "user", id: userId } } } };
}

let userId: string;

beforeAll(async () => {
  const { id } = await createMerchant(operator, { brandName: "Another shop's" });
  const scope = { merchantId: id, role: "owner", name: "Inês" } as const;
  userId = (await createUser(operator, { email: "ines@x.example", ...scope })).id;
  ({ merchantId, ctx } = await newShop("Olaria do Norte"));
});

async function newLink(
  of = { merchantId, ctx },
  order: { locale?: string; payment_reference?: string; amount?: number; currency?: string } = {},
) {
  const fields = { amount: 15_000, currency: "EUR", payment_reference: "Table 12", test_transaction: true, ...order };
  return createPaymentLink(of.ctx, { merchant_id: of.merchantId, order: fields });
}

async function mails(): Promise<Array<{ recipient: string; subject: string; text: string }>> {
  const sql = "SELECT recipient, subject, text FROM mails ORDER BY id";
  return (await query<{ recipient: string; subject: string; text: string }>(sql)).rows;
}

const send = (id: string, recipient: string, of = { merchantId, ctx }) =>
  sendLink(of.ctx, { id, merchantId: of.merchantId, recipient });

describe("a mailed link", () => {
  it("has the URL, the merchant's name, the reference and a note of a test, and is audited", async () => {
    const link = await newLink();
    expect(await send(link.link_id, " Jane.Doe@Shopper.example ")).toEqual({ recipient: "j•••@shopper.example" });
    const [mail] = (await mails()).slice(-1);
    expect(mail).toMatchObject({
      recipient: "jane.doe@shopper.example",
      subject: "Olaria do Norte asks you to pay €150.00",
    });
    expect(mail?.text).toContain(`\n${link.payment_link_url}\n`);
    expect(mail?.text).toContain("Reference: Table 12\n");
    expect(mail?.text).toContain("This is a test. No real money moves.");
    const shown = await getLinkForConsole(ctx, { id: link.link_id, merchantId });
    expect(shown.mails).toEqual([
      { id: expect.any(String), recipient: "j•••@shopper.example", at: expect.any(Date), state: "queued" },
    ]);
    const { rows } = await query(
      "SELECT actor_id, detail FROM audit_entries WHERE action = 'payment_link.mailed' AND subject_id = $1",
      [link.link_id],
    );
    expect(rows).toEqual([
      { actor_id: userId, detail: expect.objectContaining({ recipient: "j•••@shopper.example", test: true }) },
    ]);
    expect(JSON.stringify(rows)).not.toContain("jane.doe");
  });

  it("is refused for a live link of a suspended merchant, with the operator to ask", async () => {
    const shop = await newShop("Atelier Sul");
    const { link_id: id } = await newLink(shop);
    await query("UPDATE payment_links SET test = false WHERE id = $1", [id]);
    await query("UPDATE merchants SET suspended_at = app_now() WHERE id = $1", [shop.merchantId]);
    await expect(send(id, "jane@shopper.example", shop)).rejects.toMatchObject({
      code: "FORBIDDEN_CREATE",
      message: expect.stringMatching(/^This merchant cannot receive live payments/),
    });
  });

  it("is in the language of the link's page", async () => {
    await send((await newLink(undefined, { locale: "pt-PT" })).link_id, "pt@shopper.example");
    const [mail] = (await mails()).slice(-1);
    expect(mail?.subject).toMatch(/^Olaria do Norte pede-lhe que pague 150,00.€$/);
    expect(mail?.text).toContain("Isto é um teste");
  });

  it("has no line break from the merchant's name or reference", async () => {
    const shop = await newShop("Shop");
    await query("UPDATE merchants SET brand_name = $2 WHERE id = $1", [
      shop.merchantId,
      "Shop\r\nBcc: all@x.example\n\nYour bank",
    ]);
    await send((await newLink(shop)).link_id, "line@shopper.example", shop);
    const [mail] = (await mails()).slice(-1);
    expect(mail?.subject).toBe("Shop Bcc: all@ x. example Your bank asks you to pay €150.00");
    expect(mail?.text.split("\n").filter((line) => /^(Bcc|Your bank)/.test(line))).toEqual([]);
  });

  it("states the amount exactly where the language shows a currency without decimals", async () => {
    const shop = await newShop("Shop");
    await send((await newLink(shop, { amount: 149_950, currency: "HUF" })).link_id, "huf@shopper.example", shop);
    const [mail] = (await mails()).slice(-1);
    expect(mail?.subject).toMatch(/asks you to pay HUF.1,499\.50$/);
  });

  it.each([
    ...["", "shopper", "a@b c.example", "one@x.example, two@x.example", "a@x.example\nBcc: b@x.example"],
    ...["0,victim@x.example", "x<victim@x.example>", "(c)victim@x.example", "a:victim@x.example;"],
  ])("goes to one address and nothing else: %j is refused, and nothing is sent", async (recipient) => {
    const { link_id } = await newLink();
    const before = (await mails()).length;
    await expect(send(link_id, recipient)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field: "recipient" }] },
    });
    expect(await mails()).toHaveLength(before);
  });
});

describe("a link is not mailed", () => {
  it("if it is cancelled or expired", async () => {
    const [withdrawn, late] = [await newLink(), await newLink()];
    await cancelLink(ctx, { id: withdrawn.link_id, merchantId });
    await expect(send(withdrawn.link_id, "w@shopper.example")).rejects.toMatchObject({
      code: "PAYMENT_LINK_NOT_ACTIVE",
      metadata: { link_status: "cancelled" },
    });
    await moveClock("71 days");
    await expect(send(late.link_id, "l@shopper.example")).rejects.toMatchObject({
      metadata: { link_status: "expired" },
    });
  });

  it("of another merchant: the same error as for an unknown one", async () => {
    const shop = await newShop("Someone Else");
    const { link_id } = await newLink(shop);
    for (const id of [link_id, "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10", "x"]) {
      await expect(send(id, "o@shopper.example")).rejects.toMatchObject({ code: "PAYMENT_LINK_NOT_FOUND" });
    }
  });
});

describe("mails are limited", () => {
  it("per link, also when many are sent at the same time", async () => {
    const { link_id } = await newLink(await newShop("Many").then((shop) => Object.assign(limited, shop)));
    const tries = Array.from({ length: MAX_MAILS_PER_LINK + 3 }, (_, at) =>
      send(link_id, `link${at}@shopper.example`, limited),
    );
    const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(3);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: "TOO_MANY_REQUESTS" } });
  });

  it("per recipient and day, over all merchants", async () => {
    const shops = [await newShop("One"), await newShop("Two")];
    const victim = "victim@shopper.example";
    for (let sent = 0; sent < MAX_MAILS_PER_RECIPIENT; sent++) {
      const shop = shops[sent % 2] ?? limited;
      await send((await newLink(shop)).link_id, victim, shop);
    }
    const next = await newLink(shops[0]);
    for (const same of ["Victim@Shopper.example", "victim+1@shopper.example", "\uff56ictim@shopper.example"]) {
      const refused = { code: "TOO_MANY_REQUESTS" };
      await expect(send(next.link_id, same, shops[0]), same).rejects.toMatchObject(refused);
    }
    await send(next.link_id, "other@shopper.example", shops[0]);
    await moveClock("1 day 1 minute");
    await send(next.link_id, victim, shops[0]);
  });

  it("per merchant and day", async () => {
    const shop = await newShop("Mass");
    const first = await newLink(shop);
    await send(first.link_id, "first@shopper.example", shop);
    await query(
      `INSERT INTO payment_link_mails (id, payment_link_id, merchant_id, mail_id, recipient_masked, recipient_hash)
         SELECT gen_random_uuid(), payment_link_id, merchant_id, mail_id, '', sha256(n::text::bytea)
         FROM payment_link_mails, generate_series(2, $2::int) AS n WHERE payment_link_id = $1`,
      [first.link_id, MAX_MAILS_PER_MERCHANT],
    );
    const next = await newLink(shop);
    await expect(send(next.link_id, "n@shopper.example", shop)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });
});

const limited = { merchantId: "", ctx: operator };

describe("the creation of a link", () => {
  it("is audited if a person made it; an API call is in the request log", async () => {
    const { link_id } = await newLink();
    const credential = await createCredential(operator, { name: "Shop", owner: { merchantId } });
    const actor = { kind: "credential", id: credential.client_id } as const;
    const byProgram = await newLink({ merchantId, ctx: { ...ctx, caller: { ...ctx.caller, actor } } });
    const { rows } = await query(
      "SELECT subject_id FROM audit_entries WHERE action = 'payment_link.created' AND subject_id = ANY ($1)",
      [[link_id, byProgram.link_id]],
    );
    expect(rows).toEqual([{ subject_id: link_id }]);
  });
});
