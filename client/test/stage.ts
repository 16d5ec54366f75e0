import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { closeDb } from "../../server/lib/db";
import { query } from "../../server/test/database";
import { newTenant, type Tenant } from "../../server/test/rows/fixtures";
import { type BanksideOptions, createBankside } from "../src/index.js";
import { startApi } from "./api";
import { startFaultyProxy } from "./faulty-proxy";

export const ORDER = { amount: 2550, currency: "EUR", payment_reference: "Order 3451", test_transaction: true };
export const LINKS = "/api/v1/payment-links";
export const TOKEN = "/api/v1/oauth2/token";
export const REFRESH = "/api/v1/oauth2/refresh";

/** The body of a failure that a test injects. */
export const envelope = (code: string) =>
  JSON.stringify({ success: false, error: { code, message: "Injected failure." } });

/** The reason of a promise's rejection. */
export const failureOf = (work: Promise<unknown>) =>
  work.then(
    (value) => expect.unreachable(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );

/**
 * The API over HTTP behind a proxy that applies planned faults, with a new merchant for each test. Registers hooks:
 * call it once, at the top of a file.
 */
export function stageOfEachTest() {
  let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
  let tenant: Tenant;
  beforeAll(async () => {
    proxy = await startFaultyProxy(await startApi());
  });
  beforeEach(async () => {
    proxy.sent.length = 0;
    proxy.forget();
    tenant = await newTenant();
  });
  afterAll(async () => {
    await proxy.close();
    await closeDb();
  });
  return {
    bankside(options: Partial<BanksideOptions> = {}) {
      const { clientId, clientSecret } = tenant;
      return createBankside({ baseUrl: proxy.url, clientId, clientSecret, retry: { baseMs: 1 }, ...options });
    },
    tenant: () => tenant,
    url: () => proxy.url,
    plan: (...planned: Parameters<typeof proxy.plan>) => proxy.plan(...planned),
    /** Every request, or those whose path begins so, in order. */
    sentTo: (path = "") => proxy.sent.filter((one) => one.path.startsWith(path)),
    paths: () => proxy.sent.map(({ path }) => path),
    /** The number of links of this test's merchant. */
    linksMade: async () => {
      const sql = "SELECT 1 FROM payment_links WHERE merchant_id = $1";
      return (await query(sql, [tenant.merchantId])).rowCount;
    },
  };
}
