import type { z } from "zod";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { env } from "../lib/env";
import type { bank, topBanksQuery } from "./schema";
import { type BankRow, findBanks } from "./store";

/** The curated top banks of a market. A well-formed but unknown market has none. */
export async function listTopBanks(
  ctx: Pick<Ctx, "tx">,
  { country, currency, limit }: z.output<typeof topBanksQuery>,
): Promise<{ banks: z.infer<typeof bank>[] }> {
  const filter = {
    market: country.toUpperCase(),
    topInMarket: true,
    ...(currency ? { currency: currency.toUpperCase() } : {}),
  };
  const rows = await findBanks(dbOf(ctx), filter, limit);
  return { banks: rows.map(publicBank) };
}

function publicBank({
  id,
  name,
  market,
  currency,
  displayName,
  websiteUrl,
  logoUrl,
  topInMarket,
}: BankRow): z.infer<typeof bank> {
  return {
    id,
    name,
    market,
    currency,
    displayName,
    logoUrl: logoUrl || drawnLogoUrl(websiteUrl),
    websiteUrl,
    topInMarket,
  };
}

/** The logo service's address for a website: the operator's template, else our own drawn monograms. */
function drawnLogoUrl(websiteUrl: string): string {
  if (!URL.canParse(websiteUrl)) return "";
  const host = new URL(websiteUrl).hostname.replace(/^www\./, "");
  const { logoServiceUrl, baseUrl } = env();
  return logoServiceUrl ? logoServiceUrl.replaceAll("{host}", host) : `${baseUrl}/logos/${host}.svg`;
}
