import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { ctx as operator } from "../../test/rows/fixtures";
import { createPaymentLink } from "../links/create-payment-link";
import { createPaymentRequest } from "../requests/create-payment-request";
import { searchEverything } from "./search-everything";

let merchantId: string;
let owner: Ctx;
let paymentId: string;
let linkId: string;

beforeAll(async () => {
  merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  const actor = { kind: "user", id: "a user", attended: true } as const;
  owner = { ...operator, caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false } };
});

describe("a search over all pages", () => {
  it("finds a payment and a link by their reference's beginning and by their ids, with their mode", async () => {
    const order = { amount: 2500, currency: "EUR", payment_reference: "Table 12", test_transaction: true };
    linkId = (await createPaymentLink(owner, { order } as Parameters<typeof createPaymentLink>[1])).link_id;
    const request = { order: { ...order, order_id: "A-20929" } } as Parameters<typeof createPaymentRequest>[1];
    paymentId = (await createPaymentRequest(owner, request)).payment_request_id;
    const find = (text: string, test = true) => searchEverything(owner, { merchantId, text, test, deliveries: true });

    const byReference = await find("table 1");
    expect(byReference.payments.map(({ id }) => id)).toEqual([paymentId]);
    expect(byReference.links.map(({ id }) => id)).toEqual([linkId]);
    expect((await find("a-209")).payments.map(({ id }) => id)).toEqual([paymentId]);
    expect((await find(paymentId)).payments.map(({ id }) => id)).toEqual([paymentId]);
    expect((await find("nothing of this name")).payments).toEqual([]);

    // Live lists contain no test payments, but a pasted id is found.
    expect(await find(paymentId, false)).toMatchObject({ test: true, payments: [{ id: paymentId }] });
  });

  it("finds nothing of another merchant", async () => {
    const { id: foreign } = await createMerchant(operator, { brandName: "Someone Else" });
    const actor = { kind: "user", id: "another", attended: true } as const;
    const other: Ctx = {
      ...operator,
      caller: { ...owner.caller, kind: "merchant", merchantId: foreign, actor } as never,
    };
    const find = (text: string) => searchEverything(other, { merchantId: foreign, text, test: true, deliveries: true });
    for (const text of [paymentId, linkId, "Table 12", "A-20929"]) {
      expect(await find(text)).toMatchObject({ payments: [], links: [], deliveries: 0 });
    }
  });
});
