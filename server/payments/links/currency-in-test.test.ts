import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../test/client";
import { query } from "../../test/database";
import { newTenant, type Tenant } from "../../test/rows/fixtures";

let tenant: Tenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const order = (currency: string) => ({ order: { amount: 2550, currency } });
const flat = (currency: string) => ({ amount: 2550, currency, locale: "en" });
const CREATIONS = [
  [
    "createPaymentLink",
    (currency: string) => call("createPaymentLink", order(currency), { token: tenant.token }),
    "order.currency",
  ],
  [
    "createPaymentRequest",
    (currency: string) => call("createPaymentRequest", order(currency), { token: tenant.token }),
    "order.currency",
  ],
  [
    "createRedirectRequest",
    (currency: string) => call("createRedirectRequest", flat(currency), { token: tenant.token }),
    "currency",
  ],
] as const;

const created = async () => {
  const { rows } = await query(
    "SELECT (SELECT count(*) FROM payment_links) + (SELECT count(*) FROM payment_requests) AS n",
  );
  return Number(rows[0].n);
};

describe.each(CREATIONS)("%s in test", (_id, create, field) => {
  it("400 VALIDATION_ERROR on a currency of no bank, with those to use; nothing is created", async () => {
    const before = await created();
    const reply = await create("USD");
    expect([reply.status, reply.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    const message =
      "no bank for test payments has the currency USD; use CZK, DKK, EUR, GBP, HUF, ISK, NOK, PLN, RON, SEK";
    expect(reply.error.metadata?.errors).toEqual([{ field, message }]);
    expect(await created()).toBe(before);
  });

  it("control: every currency of that message is accepted, in any case", async () => {
    const statuses = [];
    for (const currency of "CZK,DKK,EUR,GBP,HUF,ISK,NOK,PLN,RON,SEK,sek".split(","))
      statuses.push((await create(currency)).status);
    expect(new Set(statuses)).toEqual(new Set([_id === "createPaymentLink" ? 200 : 201]));
    expect(statuses).toHaveLength(11);
  });
});
