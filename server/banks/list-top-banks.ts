import type { z } from "zod";
import { env } from "../lib/config/env";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { isUrl } from "../lib/net/parse-url";
import { logoPaths } from "./logo-files";
import type { bank, topBanksQuery } from "./schema";
import { type BankRow, findBanks } from "./store";

/** The curated top banks of a market; none for an unknown market. */
export async function listTopBanks(
  ctx: Pick<Ctx, "tx">,
  { country, currency, limit }: z.output<typeof topBanksQuery>,
): Promise<{ banks: z.infer<typeof bank>[] }> {
  const filter = {
    market: country.toUpperCase(),
    topInMarket: true,
    ...(currency ? { currency: currency.toUpperCase() } : {}),
  };
  const [rows, logoOf] = await Promise.all([findBanks(dbOf(ctx), filter, limit), logoPaths()]);
  return { banks: rows.map((row) => publicBank(row, logoOf(row))) };
}

/** `ownLogo`: the path of the operator's logo file. */
function publicBank(row: BankRow, ownLogo: string | null): z.infer<typeof bank> {
  const { id, name, market, currency, displayName, websiteUrl, logoUrl, topInMarket } = row;
  return {
    id,
    name,
    market,
    currency,
    displayName,
    logoUrl: ownLogo === null ? logoUrl || drawnLogoUrl(websiteUrl) : env().baseUrl + ownLogo,
    websiteUrl,
    topInMarket,
  };
}

/** The logo address for a website: the operator's logo service, else a generated monogram. */
function drawnLogoUrl(websiteUrl: string): string {
  if (!isUrl(websiteUrl)) return "";
  const host = new URL(websiteUrl).hostname.replace(/^www\./, "");
  const { logoServiceUrl, baseUrl } = env();
  return logoServiceUrl ? logoServiceUrl.replaceAll("{host}", host) : `${baseUrl}/logos/${host}.svg`;
}
