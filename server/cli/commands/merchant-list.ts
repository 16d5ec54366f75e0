import type { Ctx } from "../../lib/context";
import { listMerchantOverviews, type MerchantCursor, type MerchantOverview } from "../../operator/list-merchants";
import type { Command } from "../command";

const PAGE = 500;

export const merchantListCommand: Command = {
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
export async function allMerchants(ctx: Ctx, search: string | null): Promise<MerchantOverview[]> {
  const filter = { search, partnerId: null, suspended: false };
  const all: MerchantOverview[] = [];
  for (let after: MerchantCursor | null = null; ; ) {
    const { items, next } = await listMerchantOverviews(ctx, { filter, after, limit: PAGE });
    all.push(...items);
    if (!next) return all;
    after = next;
  }
}
