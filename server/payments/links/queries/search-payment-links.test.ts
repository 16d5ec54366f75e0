import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../../test/client";
import { query } from "../../../test/database";
import { newTenant, tokenFor } from "../../../test/rows/fixtures";

let token: string;
let merchantId: string;

beforeAll(async () => {
  ({ token, merchantId } = await newTenant());
});

async function found(search: string, more: Record<string, string> = {}, as = token): Promise<string[]> {
  const reply = await call("listPaymentLinks", undefined, { token: as, query: { search, limit: "100", ...more } });
  expect(reply.status, reply.text).toBe(200);
  const { data, pagination } = JSON.parse(reply.text) as {
    data: { order_id: string }[];
    pagination: { total: number };
  };
  expect(pagination.total).toBe(data.length);
  return data.map(({ order_id }) => order_id).sort();
}

async function newLink(order_id: string, payment_reference = "-", as = token): Promise<void> {
  const order = { amount: 100, currency: "EUR", order_id, payment_reference };
  expect((await call("createPaymentLink", { order }, { token: as })).status).toBe(200);
}

describe("a search", () => {
  beforeAll(async () => {
    for (const [orderId, reference] of [
      ["100% wool", "Order 3451"],
      ["100 wool", "Order 3452"],
      ["a_b-7", "Invoice (7)"],
      ["axb-7", "Invoice (8)"],
      ["back\\slash's", "R1"],
      ["ÜBER-größe", "R2"],
      ["注文12345", "R3"],
      ["😀x", "R4"],
      ["x^or", "R5"],
      ["words apart: abcde-12345", "R6"],
    ] as const) {
      await newLink(orderId, reference);
    }
    await newLink("100% foreign", "Order 3451", (await newTenant()).token);
  });

  it.each([
    ["a part of the reference, in any case", "RDER 345", ["100 wool", "100% wool"]],
    ["ss for ß: not", "-GRÖSS", []],
    ["letters beyond ASCII, in any case", "über-GRÖ", ["ÜBER-größe"]],
    ["% as a plain character", "00%", ["100% wool"]],
    ["% in no text", "a%b", []],
    ["_ as a plain character", "a_b", ["a_b-7"]],
    ["\\ and ' as plain characters", "k\\slash's", ["back\\slash's"]],
    ["two characters as a beginning", "or", ["100 wool", "100% wool"]],
    ["one character as a beginning, of either", "1", ["100 wool", "100% wool"]],
    ["two characters only where they begin", "wo", ["words apart: abcde-12345"]],
    ["three characters as a part", "woo", ["100 wool", "100% wool"]],
    ["three characters at the very end", "ool", ["100 wool", "100% wool"]],
    ["four characters at the very end", "b-7", ["a_b-7", "axb-7"]],
    ["two characters of which one needs two code units", "😀x", ["😀x"]],
    ["characters that are no letters", "文12345", ["注文12345"]],
    ["a space, literally", " (7", ["a_b-7"]],
    ["^ as a plain character", "^or", ["x^or"]],
    ["^ that begins nothing", "^o", []],
    ["all words in another order: not", "12345-abcde", []],
    ["words that are both there, but apart: not", "abcde12345", []],
    ["a tsquery's own signs: not", "'or':*", []],
  ])("finds %s: %s", async (_what, search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it("returns only the tenant's links, of the mode and status asked for", async () => {
    expect(await found("100%", {}, await tokenFor("admin"))).toEqual(["100% foreign", "100% wool"]);
    expect(await found("100%", { merchant_id: merchantId }, await tokenFor("admin"))).toEqual(["100% wool"]);
    await query("UPDATE payment_links SET test = false WHERE order_id = '100 wool'");
    expect(await found("100", {}, await tokenFor({ merchantId }, { testOnly: true }))).toEqual(["100% wool"]);
    await query("UPDATE payment_links SET used_at = app_now() WHERE order_id = '100 wool'");
    expect(await found("100", { status: "used" })).toEqual(["100 wool"]);
    expect(await found("100", { status: "active" })).toEqual(["100% wool"]);
    const past = "UPDATE payment_links SET expires_at = app_now() WHERE order_id = '100% wool'";
    await query(past);
    expect(await found("100", { status: "expired" })).toEqual(["100% wool"]);
    expect(await found("100", { status: "active" })).toEqual([]);
  });
});

it("finds exactly the links whose text contains the search, whatever its characters", async () => {
  const character = fc.constantFrom(..."aAbB0%_\\'\"^: &|!*()<>-éÉ日😀");
  const text = (maxLength: number) =>
    fc.array(character, { minLength: 1, maxLength }).map((characters) => characters.join(""));
  const tenant = await newTenant();
  const orderIds = [...new Set(fc.sample(text(24), 300))];
  const sql = `INSERT INTO payment_links
      (id, merchant_id, token_hash, token_sealed, amount, currency, payment_reference, order_id, locale, test, expires_at)
    SELECT gen_random_uuid(), $1, sha256(convert_to(o, 'UTF8')), '', 1, 'EUR', 'zz', o, 'en', true, app_now() + interval '1 day'
    FROM unnest($2::text[]) AS o`;
  await query(sql, [tenant.merchantId, orderIds]);
  await fc.assert(
    fc.asyncProperty(fc.oneof(text(8), fc.constantFrom(...orderIds)), async (needle) => {
      const low = needle.toLowerCase();
      const matches = (id: string) =>
        [...needle].length < 3 ? id.toLowerCase().startsWith(low) : id.toLowerCase().includes(low);
      const reply = await call("listPaymentLinks", undefined, {
        token: tenant.token,
        query: { search: needle, limit: "100" },
      });
      const { data, pagination } = JSON.parse(reply.text);
      const expected = orderIds.filter(matches);
      expect(pagination.total, needle).toBe(expected.length);
      if (expected.length <= 100) {
        expect(data.map(({ order_id }: { order_id: string }) => order_id).sort()).toEqual(expected.sort());
      }
    }),
    { numRuns: 150 },
  );
});
