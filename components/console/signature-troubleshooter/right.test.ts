import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encode, every, headersOf, hmac, kindsOf, look, T } from "@/server/test/webhooks/pasted-deliveries";
import { diagnose } from "./diagnose";
import { readFragment, troubleshooterHref } from "./fragment";

describe("the signature troubleshooter accepts a valid delivery", () => {
  it("with headers pasted in any of eight formats", async () => {
    await every(async (delivery) => {
      const { signature, t, id } = delivery;
      const ways = [
        headersOf(delivery),
        headersOf(delivery).replaceAll("\n", "\r\n").toLowerCase(),
        signature,
        `X-Signature: ${signature}`,
        JSON.stringify({ "x-event-id": id, "x-timestamp": String(t), "x-signature": signature }, null, 2),
        JSON.stringify({ "X-Signature": [signature] }),
        `curl -X POST -H 'X-Timestamp: ${t}' \\\n  -H 'X-Signature: ${signature}' \\\n  https://shop.example/hook`,
        `array(2) { 'HTTP_X_SIGNATURE' => '${signature}', }`,
      ];
      for (const headers of ways) expect(await look(delivery, { headers })).toEqual({ verdict: "right", findings: [] });
    });
  });

  it("with one of several secrets, and with a body of 5 MB", async () => {
    await every(async (delivery) => {
      const secret = `whsec_${"0".repeat(64)}\n${delivery.secret}\n`;
      expect(await look(delivery, { secret })).toEqual({ verdict: "right", findings: [] });
    });
    const [secret, body] = ["whsec_1", `{"a":"${"b".repeat(5_000_000)}"}`];
    const long = { t: T, id: "evt_1", secret, body, signature: `t=${T},v1=${hmac(secret, `${T}.${body}`)}` };
    expect(await look(long)).toMatchObject({ verdict: "right" });
    expect(kindsOf(await look(long, { body: `${body}\n` }))).toEqual(["newline"]);
  });

  it("from the contract's example", async () => {
    const secret = "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    const body =
      '{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}';
    const headers = "t=1716148300,v1=ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d";
    const evidence = { headers, body: encode(body), secret, computed: "", nowS: 1_716_148_300 };
    expect(await diagnose(evidence)).toEqual({ verdict: "right", findings: [] });
  });

  it("and reports its age when it is more than five minutes old or in the future", async () => {
    await every(async (delivery) => {
      const at = (nowS: number) => look(delivery, { nowS });
      expect((await at(delivery.t + 300)).verdict).toBe("right");
      expect((await at(delivery.t - 300)).verdict).toBe("right");
      const [old, early] = [await at(delivery.t + 301), await at(delivery.t - 7_500)];
      expect([old.verdict, ...kindsOf(old), early.verdict, ...kindsOf(early)]).toEqual([
        "old",
        "stale",
        "old",
        "future",
      ]);
      expect(old.findings[0]?.why).toContain("5 min 1 s");
      expect(early.findings[0]?.why).toContain("2 h 5 min");
    });
  });
});

describe("the signature troubleshooter without complete input", () => {
  it("lists what is missing, and the faults that it can find already", async () => {
    await every(async (delivery) => {
      const nothing = await look(delivery, { headers: "", body: "", secret: "" });
      expect(nothing).toEqual({ verdict: "incomplete", missing: ["headers", "body", "secret"], findings: [] });
      const some = await look(delivery, { headers: delivery.signature.toUpperCase(), secret: "" });
      expect(some).toMatchObject({ verdict: "incomplete", missing: ["secret"], findings: [{ kind: "upper_case" }] });
    });
  });
});

describe("the troubleshooter's URL", () => {
  it("carries any headers and body in the fragment only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", minLength: 1 }), (headers, body) => {
        const url = new URL(troubleshooterHref({ headers, body }), "https://bankside.example");
        expect([url.pathname, url.search]).toEqual(["/console/webhooks/signature", ""]);
        expect(readFragment(url.hash)).toEqual({ headers, body });
      }),
    );
    expect([readFragment(""), readFragment("#"), readFragment("#body=%E0%A4%A"), readFragment("#x=1")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
