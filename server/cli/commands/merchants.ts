import type { Ctx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { listMerchantOverviews, type MerchantCursor, type MerchantOverview } from "../../operator/list-merchants";
import type { Command } from "../command";

const PAGE = 500;

const merchantCreate: Command = {
  name: "merchant create",
  summary: "Create a merchant.",
  options: {
    "brand-name": { value: "<text>", description: "The name that customers see", required: true },
    partner: { value: "<uuid>", description: "The partner that owns it" },
    country: { value: "<XX>", description: "The market that the bank picker opens with, ISO 3166-1, such as GB" },
    origin: { value: "<url,url>", description: "Origins that may embed the checkout" },
  },
  run: async (ctx, given) => {
    const partnerId = given.text("partner");
    const country = given.text("country");
    const origins = given.text("origin");
    const brandName = given.text("brand-name") ?? "";
    const name = brandName.trim().toLowerCase();
    const namesakes = (await allMerchants(ctx, name)).filter((other) => other.brandName.toLowerCase() === name);
    const merchant = await createMerchant(ctx, {
      brandName,
      ...(partnerId === undefined ? {} : { partnerId }),
      ...(country === undefined ? {} : { country }),
      ...(origins === undefined ? {} : { allowedOrigins: origins.split(",") }),
    });
    const same_name = namesakes.map(({ id }) => id);
    const json = { id: merchant.id, brand_name: merchant.brandName, partner_id: merchant.partnerId, same_name };
    const text = `Merchant ${merchant.brandName}: ${merchant.id}`;
    const note = `Another merchant has this name: ${same_name.join(", ")}. Both now exist.`;
    return { json, text: same_name.length === 0 ? text : `${text}\n${note}` };
  },
};

const merchantList: Command = {
  name: "merchant list",
  summary: "List the merchants by name, with their ids.",
  options: { search: { value: "<text>", description: "Only those with this text in their name" } },
  run: async (ctx, given) => {
    const found = await allMerchants(ctx, given.text("search") ?? null);
    const merchants = found.map((merchant) => ({
      id: merchant.id,
      brand_name: merchant.brandName,
      country: merchant.country,
      partner_id: merchant.partnerId,
      created_at: merchant.createdAt.toISOString(),
      suspended_at: merchant.suspendedAt?.toISOString() ?? null,
    }));
    const lines = merchants.map(({ id, country, brand_name, suspended_at }) =>
      [id, country, suspended_at === null ? "active" : "suspended", brand_name].join("  "),
    );
    return { json: { merchants }, text: lines.join("\n") || "No merchants." };
  },
};

/** Every merchant whose name has the text; null: all. */
async function allMerchants(ctx: Ctx, search: string | null): Promise<MerchantOverview[]> {
  const filter = { search, partnerId: null, suspended: false };
  const all: MerchantOverview[] = [];
  for (let after: MerchantCursor | null = null; ; ) {
    const { items, next } = await listMerchantOverviews(ctx, { filter, after, limit: PAGE });
    all.push(...items);
    if (!next) return all;
    after = next;
  }
}

const partnerCreate: Command = {
  name: "partner create",
  summary: "Create a partner, which acts for the merchants that it owns.",
  options: { name: { value: "<text>", description: "The partner's name", required: true } },
  run: async (ctx, given) => {
    const { id, name } = await createPartner(ctx, { name: given.text("name") ?? "" });
    return { json: { id, name }, text: `Partner ${name}: ${id}` };
  },
};

export const merchantCommands: readonly Command[] = [merchantCreate, merchantList, partnerCreate];
