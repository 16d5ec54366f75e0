import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { verifySignature } from "../../server/demo-shop/verify-signature";
import { handleApi } from "../../server/http/handler";
import { closeDb } from "../../server/lib/db";
import { byId, type Endpoint } from "../../server/lib/endpoint";
import { currency, locale } from "../../server/lib/fields";
import { newId } from "../../server/lib/ids";
import { paymentLinkEndpoints } from "../../server/payments/links/rest-endpoints";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { newTenant } from "../../server/test/rows/fixtures";
import { signature } from "../../server/webhooks/delivery/signature";
import { sizeOf } from "../depth";
import { requestsOf } from "./campaign";
import { newMoving } from "./moving";

const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
const AMOUNT = /"amount":\d+/;

simbankOfThisFile();
afterAll(closeDb);

/** The same JSON, the keys of each object in another order. */
function reordered(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((inner) => reordered(inner, turn));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, reordered(inner, turn)]);
  const at = turn % Math.max(1, entries.length);
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)].reverse());
}

describe("an idempotency key", () => {
  it("recognises a request with its keys in any order, and no other request", async () => {
    const { token } = await newTenant();
    const moving = await newMoving();
    const send = async (body: string, key: string) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key };
      const request = new Request(`http://bankside.test${createLink.path}`, { method: "POST", headers, body });
      const response = await handleApi(request, { remoteAddress: null });
      return { status: response.status, text: await response.text() };
    };
    const bodies = requestsOf(createLink as unknown as Endpoint, moving).map(({ parts }) => {
      // Both belong to the merchants of the campaign.
      const { merchant_id: _merchant, webhook_endpoints: _endpoints, ...body } = parts.body as Record<string, unknown>;
      return body;
    });
    await fc.assert(
      fc.asyncProperty(bodies, fc.nat(), async (body, turn) => {
        const key = newId();
        const first = await send(JSON.stringify(body), key);
        expect(first.status).toBe(200);
        // The parts of a key in quotes are the key.
        expect(await send(JSON.stringify(reordered(body, turn)), `"${key}"`)).toEqual(first);
        const changed = JSON.stringify(body).replace(AMOUNT, (amount) =>
          amount === '"amount":1' ? '"amount":2' : '"amount":1',
        );
        expect((await send(changed, key)).status).toBe(422);
      }),
      { numRuns: sizeOf("bodies of one idempotency key") },
    );
  });
});

describe("normalisation", () => {
  const part = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
  const tags = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("-"));

  it("of a locale is idempotent, and replaces _ by -", () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(tags, fc.constantFrom("en-GB", "zh-hant-tw", "sr-latn-rs", "de-x-any")), (tag) => {
        const read = locale.safeParse(tag);
        expect(locale.safeParse(tag.replaceAll("-", "_"))).toEqual(read);
        if (!read.success) return;
        taken += 1;
        expect(locale.parse(read.data)).toBe(read.data);
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it("of a currency ignores case", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{3}$/), (code) => {
        const read = currency.safeParse(code);
        expect(currency.safeParse(code.toLowerCase()).success).toBe(read.success);
        if (read.success) expect([read.data, currency.parse(read.data)]).toEqual([code.toUpperCase(), read.data]);
      }),
    );
  });
});

describe("a signature", () => {
  const secrets = fc.stringMatching(/^whsec_[0-9a-f]{64}$/);

  it("verifies with its secret, and not with another byte, time or secret", () => {
    fc.assert(
      fc.property(secrets, fc.nat(2 ** 31), fc.string({ unit: "grapheme" }), fc.nat(), (secret, at, text, place) => {
        const body = Buffer.from(`{"text":${JSON.stringify(text)}}`);
        const header = signature(secret, at, body.toString());
        expect(verifySignature(header, body, secret, at)).toBe(true);
        const another = Buffer.from(body);
        another[place % body.length] = (another[place % body.length] ?? 0) ^ 1;
        expect(verifySignature(header, another, secret, at)).toBe(false);
        expect(verifySignature(header.replace(`t=${at}`, `t=${at + 1}`), body, secret, at)).toBe(false);
        expect(verifySignature(header, body, `${secret}0`, at)).toBe(false);
      }),
    );
  });
});
