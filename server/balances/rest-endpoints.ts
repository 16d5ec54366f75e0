import { endpoint } from "../lib/endpoint";
import { getBalances } from "./get-balances";
import { balances, balancesQuery } from "./schema";

export const balanceEndpoints = [
  endpoint({
    id: "getBalances",
    tag: "Balances",
    summary: "Live account balances",
    description:
      "Fetched from the banks on every call. The balance is null where a bank fails or does not respond within three " +
      "seconds; other accounts are not delayed. For accounts that are read with the holder's consent, banks allow four " +
      "unattended reads a day: further calls return null until the next day (UTC). A merchant without managed accounts gets " +
      "an empty list. Test-only credentials get only the simulated accounts (`test: true`), other credentials all accounts: " +
      "add up real money over those with `test: false`.",
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
        {
          ...{ id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a14", currency: "EUR", roles: ["receiving"], balance: "1234.56" },
          test: false,
        },
        {
          ...{ id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a15", currency: "EUR", roles: ["refund"], balance: null },
          test: true,
        },
      ],
    },
    run: (ctx, { query }) => getBalances(ctx, query),
  }),
] as const;
