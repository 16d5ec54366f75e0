import { catalogueBanks } from "../banks/catalogue";
import { listConnections } from "../connectors/connections/list-connections";
import { env } from "../lib/config/env";
import type { Ctx } from "../lib/context";
import { requirePlatform } from "./require-platform";

const MAX_BANKS = 25;

/** How a bank is reached in one environment. `simulated`: by the simulated bank, without a connection. */
type BankReach = { kind: "connection"; id: string; health: string } | { kind: "simulated" } | { kind: "none" };

type CatalogueBank = {
  id: string;
  name: string;
  /** As a connection names it: `PT/millennium-bcp`. */
  place: string;
  currency: string;
  live: BankReach;
  test: BankReach;
};

type CatalogueMarket = { market: string; banks: number; live: number; ownTest: number };

/**
 * The catalogue: how many banks of each market are connected, and those of a market or by a search (name, slug, BIC),
 * with how each is reached. Counts enabled connections.
 * @throws AppError FORBIDDEN_VIEW
 */
export async function listCatalogue(
  ctx: Ctx,
  filter: { market: string | null; search: string | null },
): Promise<{ markets: CatalogueMarket[]; banks: CatalogueBank[]; found: number }> {
  requirePlatform(ctx);
  const reaches = await reachesOf(ctx);
  const all = catalogueBanks();
  const wanted = filter.search?.trim().toLowerCase() ?? "";
  const found = all.filter(
    (bank) =>
      (filter.market === null || bank.market === filter.market) &&
      [bank.displayName, bank.name, bank.slug, bank.bic ?? "", ...bank.aliases].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
  const markets = new Map<string, CatalogueMarket>();
  for (const { market, slug } of all) {
    const counted = markets.get(market) ?? { market, banks: 0, live: 0, ownTest: 0 };
    counted.banks += 1;
    if (reaches.live.has(`${market}/${slug}`)) counted.live += 1;
    if (reaches.test.has(`${market}/${slug}`)) counted.ownTest += 1;
    markets.set(market, counted);
  }
  const standsIn: BankReach = env().simbankEnabled ? { kind: "simulated" } : { kind: "none" };
  const banks = found.slice(0, MAX_BANKS).map((bank): CatalogueBank => {
    const place = `${bank.market}/${bank.slug}`;
    return {
      id: bank.id,
      name: bank.displayName,
      place,
      currency: bank.currency,
      live: reaches.live.get(place) ?? { kind: "none" },
      test: reaches.test.get(place) ?? standsIn,
    };
  });
  return {
    markets: [...markets.values()].sort((a, b) => a.market.localeCompare(b.market)),
    banks,
    found: found.length,
  };
}

async function reachesOf(ctx: Ctx): Promise<Record<"live" | "test", Map<string, BankReach>>> {
  const reaches = { live: new Map<string, BankReach>(), test: new Map<string, BankReach>() };
  for (const { id, environment, enabled, banks, health } of await listConnections(ctx)) {
    if (!enabled) continue;
    const own = environment === "live" ? reaches.live : reaches.test;
    for (const place of banks) own.set(place, { kind: "connection", id, health });
  }
  return reaches;
}
