import { endpoint } from "../lib/endpoint";
import { getBalances } from "./get-balances";
import { balances, balancesQuery } from "./schema";

export const balanceEndpoints = [
  endpoint({
    id: "getBalances",
    tag: "Balances",
    summary: "Live account balances",
    description:
      "Asked at the banks on every call. A bank that fails, or does not answer within three seconds, gives null for its " +
      "accounts and delays no other. Where an account is read by its holder's consent, banks answer four calls a day without " +
      "a person there: further ones give null until the next day (UTC). A merchant without managed accounts has an empty " +
      "list. Test-only credentials see the simulated accounts.",
    method: "GET",
    path: "/api/v1/balances",
    auth: "bearer",
    scope: "read",
    query: balancesQuery,
    success: 200,
    data: balances,
    errors: ["MERCHANT_ID_REQUIRED", "MERCHANT_NOT_FOUND"],
    examples: {
      response: [
        { id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a14", currency: "EUR", roles: ["receiving"], balance: "1234.56" },
        { id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a15", currency: "EUR", roles: ["refund"], balance: null },
      ],
    },
    run: (ctx, { query }) => getBalances(ctx, query),
  }),
] as const;
