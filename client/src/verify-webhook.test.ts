import { createHmac } from "node:crypto";
import { Headers as UndiciHeaders } from "undici";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./verify-webhook.js";

// The test vector of the service contract, "Events and deliveries".
const secret = "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const t = 1_716_148_300;
const payload = '{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}';
const v1 = "ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d";
const vector = {
  payload,
  headers: { "x-signature": `t=${t},v1=${v1}` },
  secret,
  now: new Date(t * 1000),
};

const reasonOf = (delivery: object) =>
  verifyWebhook({ ...vector, ...delivery }).then(
    () => "verified",
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : error),
  );
const signed = (body: string | Uint8Array, key = secret) => ({
  payload: body,
  headers: { "x-signature": `t=${t},v1=${createHmac("sha256", key).update(`${t}.`).update(body).digest("hex")}` },
});

describe("verifyWebhook() accepts", () => {
  it("the contract's test vector", async () => {
    expect(await verifyWebhook(vector)).toEqual(JSON.parse(payload));
  });

  it("bytes and text, and the headers of any runtime", async () => {
    const bytes = new TextEncoder().encode(payload);
    const value = vector.headers["x-signature"];
    const classes = [new Headers(vector.headers), new UndiciHeaders(vector.headers)];
    for (const headers of [...classes, { "X-Signature": value }, { "x-signature": [value] }]) {
      expect(await reasonOf({ payload: bytes, headers })).toBe("verified");
    }
    for (const raw of [bytes.buffer, new DataView(bytes.buffer)])
      expect(await reasonOf({ payload: raw })).toBe("verified");
  });

  it("a body that is not ASCII, by its bytes", async () => {
    const text = '{"object":"event","note":"Zażółć, 支払い"}';
    expect(await reasonOf(signed(text))).toBe("verified");
    expect(await reasonOf(signed(Buffer.from(text)))).toBe("verified");
  });

  it("either secret during a rotation", async () => {
    const next = `whsec_${"f".repeat(64)}`;
    expect(await reasonOf({ secret: [next, secret] })).toBe("verified");
    expect(await reasonOf({ ...signed(payload, next), secret: [next, secret] })).toBe("verified");
  });

  it("a signature up to the last second of the tolerance, past or future", async () => {
    expect(await reasonOf({ now: new Date((t + 300) * 1000) })).toBe("verified");
    expect(await reasonOf({ now: new Date((t - 300) * 1000) })).toBe("verified");
    expect(await reasonOf({ now: new Date((t + 7) * 1000), toleranceS: 7 })).toBe("verified");
  });
});

describe("verifyWebhook() refuses", () => {
  it("a parsed body with a TypeError, because the receiver is wrong and not the delivery", async () => {
    for (const parsed of [JSON.parse(payload), undefined, null]) {
      const said = await reasonOf({ payload: parsed });
      expect(said).toBeInstanceOf(TypeError);
      expect(String(said)).toContain("must be the raw body");
    }
  });

  it.each([
    ["missing_signature", { headers: {} }],
    ["missing_signature", { headers: new Headers() }],
    ["malformed_signature", { headers: { "x-signature": v1 } }],
    ["malformed_signature", { headers: { "x-signature": `t=${t},v1=${v1.slice(2)}` } }],
    ["malformed_signature", { headers: { "x-signature": `t=${t},v1=${v1},v1=${v1}` } }],
    ["wrong_signature", { payload: `${payload} ` }],
    ["wrong_signature", { payload: JSON.stringify(JSON.parse(payload), null, 1) }],
    ["wrong_signature", { headers: { "x-signature": `t=${t + 1},v1=${v1}` } }],
    ["wrong_signature", { headers: { "x-signature": `t=${t},v1=${"0".repeat(64)}` } }],
    ["wrong_signature", { secret: secret.slice("whsec_".length) }],
    ["outside_tolerance", { now: new Date((t + 301) * 1000) }],
    ["outside_tolerance", { now: new Date((t - 301) * 1000) }],
    ["outside_tolerance", { toleranceS: Number.NaN }],
    ["outside_tolerance", { toleranceS: Number.NaN, now: new Date(0) }],
    ["malformed_payload", signed("no JSON")],
    ["malformed_payload", signed('"event"')],
    ["malformed_payload", signed(new Uint8Array([0x22, 0xff, 0x22]))],
  ])("%s: %j", async (reason, delivery) => expect(await reasonOf(delivery)).toBe(reason));

  it("a signature with any one character changed", async () => {
    const changed = Array.from(v1, (digit, at) => {
      const other = (Number.parseInt(digit, 16) ^ 1).toString(16);
      return `t=${t},v1=${v1.slice(0, at)}${other}${v1.slice(at + 1)}`;
    });
    const reasons = await Promise.all(changed.map((value) => reasonOf({ headers: { "x-signature": value } })));
    expect(new Set(reasons)).toEqual(new Set(["wrong_signature"]));
  });

  it("to verify with an empty secret, with a TypeError that names it, also as one of two and for an unsigned body", async () => {
    const empty = [
      ...[{ secret: "" }, { secret: undefined }, { secret: [secret, ""] }, { secret: [] }],
      { secret: "", headers: {} },
    ];
    for (const delivery of [...empty, { ...signed("{}", ""), secret: "" }]) {
      const said = await reasonOf(delivery);
      expect(said).toBeInstanceOf(TypeError);
      expect(String(said)).toContain("secret is empty");
    }
  });
});
