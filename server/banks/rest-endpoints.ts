import { endpoint } from "../lib/endpoint";
import { listTopBanks } from "./list-top-banks";
import { topBanks, topBanksQuery } from "./schema";

export const bankEndpoints = [
  endpoint({
    id: "listTopBanks",
    tag: "Banks",
    summary: "Top banks for a market",
    description:
      "Public and cacheable. A well-formed but unknown market has no banks: the list is empty, also for `UK`, whose code is `GB`.",
    method: "GET",
    path: "/api/v1/banks/top",
    auth: "public",
    cacheControl: "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400",
    query: topBanksQuery,
    success: 200,
    data: topBanks,
    errors: [],
    examples: {
      response: {
        banks: [
          {
            id: "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176",
            name: "Erste Bank der oesterreichischen Sparkassen AG",
            market: "AT",
            currency: "EUR",
            displayName: "Erste Bank und Sparkassen",
            logoUrl: "https://pay.example.com/logos/sparkasse.at.svg",
            websiteUrl: "https://www.sparkasse.at",
            topInMarket: true,
          },
        ],
      },
    },
    run: (ctx, { query }) => listTopBanks(ctx, query),
  }),
] as const;
