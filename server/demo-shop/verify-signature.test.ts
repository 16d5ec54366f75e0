import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifySignature } from "./verify-signature";

// The published test vector: integrators can check their receivers with the same three values.
const secret = "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const t = 1_716_148_300;
const body = Buffer.from(
  '{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}',
);
const header = `t=${t},v1=ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d`;

describe("the shop's check of X-Signature", () => {
  it("accepts the published test vector, up to five minutes away", () => {
    for (const nowS of [t, t + 300, t - 300]) expect(verifySignature(header, body, secret, nowS)).toBe(true);
  });

  it("refuses it one second later, and one second too early", () => {
    for (const nowS of [t + 301, t - 301]) expect(verifySignature(header, body, secret, nowS)).toBe(false);
  });

  it("refuses another body, another secret and another time", () => {
    expect(verifySignature(header, Buffer.concat([body, Buffer.from(" ")]), secret, t)).toBe(false);
    expect(verifySignature(header, body, `${secret.slice(0, -1)}0`, t)).toBe(false);
    expect(verifySignature(header.replace(`t=${t}`, `t=${t + 1}`), body, secret, t)).toBe(false);
  });

  it("refuses what is not the header's form", () => {
    const hex = header.slice(header.indexOf("v1=") + 3);
    const others = [
      undefined,
      "",
      hex,
      `v1=${hex}`,
      `t=,v1=${hex}`,
      `t=${t},v1=${hex.slice(2)}`,
      `t=${t},v1=${hex},v1=${hex}`,
      `t=1e9,v1=${hex}`,
    ];
    for (const other of others) expect(verifySignature(other, body, secret, t)).toBe(false);
  });

  it("verifies bytes: a body that is not UTF-8 verifies too", () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    const v1 = createHmac("sha256", secret).update(`${t}.`).update(bytes).digest("hex");
    expect(verifySignature(`t=${t},v1=${v1}`, bytes, secret, t)).toBe(true);
  });
});
