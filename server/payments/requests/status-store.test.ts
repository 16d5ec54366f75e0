import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { db, type TenantScope } from "../../lib/db";
import { call } from "../../test/client";
import { query } from "../../test/database";
import { newPartner, newTenant } from "../../test/rows/fixtures";
import { findStatuses } from "./status-store";

const ADMIN: TenantScope = { testOnly: false };

beforeAll(() => syncCatalogue());

async function newRequest(token: string): Promise<string> {
  return (await call("createPaymentRequest", { order: { amount: 2550, currency: "EUR" } }, { token })).data
    .payment_request_id;
}

it("statuses read together are each in their own caller's scope, in the order of the queries", async () => {
  const { partnerId } = await newPartner();
  const [own, ofPartner, other] = [await newTenant(), await newTenant({ partnerId }), await newTenant()];
  const [a, b, live] = [await newRequest(own.token), await newRequest(ofPartner.token), await newRequest(own.token)];
  await query("UPDATE payment_requests SET test = false WHERE id = $1", [live]);
  const merchant = ({ merchantId }: { merchantId: string }, testOnly = false) => ({ merchantId, testOnly });
  const queries: [TenantScope, string, boolean][] = [
    [merchant(own), a, true],
    [merchant(other), a, false],
    [merchant(own), b, false],
    [{ partnerId, testOnly: false }, b, true],
    [{ partnerId, testOnly: false }, a, false],
    [merchant(own), live, true],
    [merchant(own, true), live, false],
    [merchant(own), a.toUpperCase(), true],
    [merchant(own), randomUUID(), false],
  ];
  const found = await findStatuses(
    db(),
    queries.map(([scope, id]) => ({ scope, id })),
  );
  const ids = found.map((row) => row?.id ?? null);
  expect(ids).toEqual(queries.map(([, id, isSeen]) => (isSeen ? id.toLowerCase() : null)));
  // The same ids without a limit: what was not found was refused by its scope.
  const all = await findStatuses(
    db(),
    queries.map(([, id]) => ({ scope: ADMIN, id })),
  );
  expect(all.map((row) => row !== null)).toEqual(queries.map((_, index) => index < queries.length - 1));
});
