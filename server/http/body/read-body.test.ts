import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { byId } from "../../lib/endpoint";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { request } from "../../test/client";
import { newTenant } from "../../test/rows/fixtures";
import { spoilDecimalAmounts } from "./decimal-amounts";
import { hasDuplicateNames } from "./duplicate-names";

const { path } = byId(paymentLinkEndpoints, "createPaymentLink");
const good = '{"order":{"amount":2550,"currency":"EUR"}}';
let authorization: string;

beforeAll(async () => {
  authorization = `Bearer ${(await newTenant()).token}`;
});

const post = (body: string | Uint8Array, headers: Record<string, string> = { "content-type": "application/json" }) =>
  request("POST", path, { body: body as BodyInit, headers: { authorization, ...headers } });
const names = (count: number) => Array.from({ length: count }, (_, at) => `"n${at}":1`).join();
const codeOf = (reply: { status: number; error: { code: string } }) => (reply.status === 200 ? null : reply.error.code);

describe("a body", () => {
  it.each([
    ["application/json", null],
    ["APPLICATION/JSON; charset=UTF-8", null],
    ['application/json;charset="utf-8"', null],
    ["application/json; charset=iso-8859-1", "UNSUPPORTED_MEDIA_TYPE"],
    ["application/jsonp", "UNSUPPORTED_MEDIA_TYPE"],
    ["application/x-www-form-urlencoded", "UNSUPPORTED_MEDIA_TYPE"],
    ["text/json", "UNSUPPORTED_MEDIA_TYPE"],
    ["multipart/form-data; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
  ])("of type %s: %s", async (type, code) => expect(codeOf(await post(good, { "content-type": type }))).toBe(code));

  it("without a content type: UNSUPPORTED_MEDIA_TYPE", async () => {
    expect(codeOf(await post(new TextEncoder().encode(good), {}))).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  it("with Content-Encoding: 415, and the message says to send it uncompressed", async () => {
    const packed = { "content-type": "application/json", "content-encoding": "gzip" };
    for (const body of [gzipSync(good), good]) {
      const reply = await post(body, packed);
      expect([reply.status, codeOf(reply)]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
      expect(reply.error.message).toContain("without Content-Encoding");
    }
  });

  it("in UTF-16: 415 with that charset, and 400 without", async () => {
    const wide = Buffer.from(`\ufeff${good}`, "utf16le");
    expect(codeOf(await post(wide, { "content-type": "application/json; charset=utf-16" }))).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
    expect(codeOf(await post(wide))).toBe("INVALID_INPUT");
  });

  it.each([
    ["a name twice", '{"order":{"amount":1,"amount":2550,"currency":"EUR"}}', "INVALID_INPUT"],
    ["a name twice, once escaped", '{"order":{"amount":1,"\\u0061mount":2550,"currency":"EUR"}}', "INVALID_INPUT"],
    ["a duplicate name in an ignored field", good.replace("}}", '},"x":[{"y":1,"y":1}]}'), "INVALID_INPUT"],
    ["__proto__ twice", good.replace("}}", '},"__proto__":{},"__proto__":{}}'), "INVALID_INPUT"],
    ["__proto__ and constructor", good.replace("}}", '},"__proto__":{"a":1},"constructor":{}}'), null],
    ["a byte order mark", `\ufeff${good}`, null],
    ["nothing but space", "  ", "INVALID_INPUT"],
    ["a list nested 60,000 deep", "[".repeat(60_000), "INVALID_INPUT"],
    ["the same, closed", `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, "INVALID_INPUT"],
    ["900 unknown names", good.replace("}}", `},${names(900)}}`), null],
    ["5,000 names", good.replace("}}", `},${names(5_000)}}`), "INVALID_INPUT"],
    ["a list of 30,000", good.replace("}}", `},"webhook_endpoints":[1${",1".repeat(29_999)}]}`), "INVALID_INPUT"],
    ["a number past every range", good.replace("}}", '},"x":1e400}'), "VALIDATION_ERROR"],
    ["an amount of 1e21", good.replace("2550", "1e21"), "VALIDATION_ERROR"],
    ["an amount of 9007199254740993", good.replace("2550", "9007199254740993"), "VALIDATION_ERROR"],
    ["an amount of -0", good.replace("2550", "-0"), "VALIDATION_ERROR"],
    ["a decimal amount in a text", good.replace("}}", '},"x":"\\"amount\\":2550.0"}'), null],
    ["a whole decimal in another field", good.replace("}}", '},"x":2550.0}'), null],
    ["NUL in a name", good.replace("}}", '},"a\\u0000":1}'), "VALIDATION_ERROR"],
    ["half a character", good.replace("}}", '},"a":"\\ud800"}'), "VALIDATION_ERROR"],
  ])("with %s: %s", async (_what, body, code) => expect(codeOf(await post(body))).toBe(code));

  it.each([
    ["12345678901234567890", "order.amount", "at most 99999999999"],
    ["null", "order.amount", "must be a number, not null"],
  ])("with an amount of %s: one error, on %s: %s", async (amount, field, message) => {
    expect((await post(good.replace("2550", amount))).error.metadata?.errors).toEqual([{ field, message }]);
  });

  it("with null for an id, a device or a URL: the message says that null is not allowed", async () => {
    const sent = { order: { amount: 1, currency: "EUR" }, merchant_id: null, device_type: null };
    const reply = await request("POST", "/api/v1/embedded/payment-requests", {
      body: JSON.stringify(sent),
      headers: { authorization, "content-type": "application/json" },
    });
    expect(reply.error.metadata?.errors).toEqual([
      { field: "merchant_id", message: "must be a string, not null" },
      { field: "device_type", message: "one of web, ios, android, not null" },
    ]);
  });

  it.each([
    ["a parameter twice", "client_id=a&client_id=b"],
    ["NUL", "client_id=%00"],
  ])("as a form with %s: INVALID_INPUT, as any malformed token body", async (_what, form) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const reply = await request("POST", "/api/v1/oauth2/token", { body: form, headers });
    expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
  });
});

describe("a duplicate name in a body", () => {
  it("is not found in text serialised from a value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(hasDuplicateNames(text, JSON.parse(text))).toBe(false);
      }),
    );
  });

  it("is found at any position", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), fc.nat(20), (name, a, b, depth) => {
        const twice = `{${JSON.stringify(name)}:${JSON.stringify(a)} , ${JSON.stringify(name)} :${JSON.stringify(b)}}`;
        const text = `${'[{"a":'.repeat(depth)}${twice}${"}]".repeat(depth)}`;
        expect(hasDuplicateNames(text, JSON.parse(text))).toBe(true);
      }),
    );
  });
});

describe("an amount with a fraction or an exponent", () => {
  it.each(["2550.0", "25.5e2", "1e2", "2550E0", "25.5", "2550.00000000000000000001", "99999999999.0000001"])(
    "of %s: VALIDATION_ERROR on the field",
    async (amount) => {
      for (const name of ["amount", "\\u0061mount"]) {
        const reply = await post(good.replace("amount", name).replace("2550", amount));
        expect([codeOf(reply), reply.error.metadata?.errors]).toEqual([
          "VALIDATION_ERROR",
          [{ field: "order.amount", message: "a whole number of minor units" }],
        ]);
      }
    },
  );

  it("control: a text without one, or whose amount JSON.parse does not read as whole, is returned as it is", () => {
    expect(spoilDecimalAmounts('{"amount":25.5}')).toBe('{"amount":25.5}');
    expect(spoilDecimalAmounts('{"amount":1e400}')).toBe('{"amount":0.5}');
    fc.assert(
      fc.property(fc.jsonValue(), fc.maxSafeInteger(), (value, amount) => {
        const text = JSON.stringify({ amount, a: [value] }).replace(/"amount":(?=[^,]*[.eE])/g, '"a":');
        expect(spoilDecimalAmounts(text)).toBe(text);
      }),
    );
  });
});
