import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type Delivery,
  encode,
  every,
  headersOf,
  hmac,
  kindsOf,
  look,
  type Pasted,
} from "@/server/test/webhooks/pasted-deliveries";
import type { FindingKind } from "./findings";

/** Python's json.dumps: with blanks, and letters beyond ASCII as escapes. */
const asPython = (body: string) =>
  JSON.stringify(JSON.parse(body), null, 1)
    .replace(/\n\s*/g, (_, at: number, all: string) => (all[at - 1] === "," ? " " : ""))
    .replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, one]) => [key, sorted(one)]),
      )
    : value;
const mojibake = (body: string, charset: string) => new TextDecoder(charset).decode(encode(body));

const FAULTS: [what: string, kind: FindingKind, breakIt: (delivery: Delivery) => Pasted][] = [
  ["no signature", "no_signature", (d) => ({ headers: headersOf(d).replace(/X-Signature.*/, "") })],
  [
    "a signature without v1",
    "malformed_signature",
    (d) => ({ headers: `X-Signature: ${d.signature.replace("v1=", "")}` }),
  ],
  [
    "a signature with a blank",
    "malformed_signature",
    (d) => ({ headers: `X-Signature: ${d.signature.replace(",", ", ")}` }),
  ],
  [
    "a signature in quotes",
    "malformed_signature",
    (d) => ({ headers: `X-Signature: t="${d.t}",v1="${d.signature.slice(-64)}"` }),
  ],
  ["a signature turned round", "malformed_signature", (d) => ({ headers: d.signature.split(",").reverse().join(",") })],
  ["a signature cut short", "malformed_signature", (d) => ({ headers: d.signature.slice(0, -5) })],
  ["a hash in capitals", "upper_case", (d) => ({ headers: `t=${d.t},v1=${d.signature.slice(-64).toUpperCase()}` })],
  ["a hash in base64", "base64", (d) => ({ headers: `t=${d.t},v1=${hmac(d.secret, `${d.t}.${d.body}`, "base64")}` })],
  ["milliseconds", "milliseconds", (d) => ({ headers: `t=${d.t}000,v1=${hmac(d.secret, `${d.t}000.${d.body}`)}` })],
  ["milliseconds in the header alone", "milliseconds", (d) => ({ headers: d.signature.replace(/t=(\d+)/, "t=$1000") })],
  ["a body signed alone", "no_stamp", (d) => ({ headers: `t=${d.t},v1=${hmac(d.secret, d.body)}` })],
  ["no full stop", "no_dot", (d) => ({ headers: `t=${d.t},v1=${hmac(d.secret, `${d.t}${d.body}`)}` })],
  ["another X-Timestamp", "timestamps_differ", (d) => ({ headers: headersOf(d).replace(/(Timestamp: )\d/, "$12") })],
  ["headers of another delivery", "two_deliveries", (d) => ({ headers: headersOf(d).replace(/evt_./, "evt_x") })],
  ["a secret without whsec_", "prefix", (d) => ({ secret: d.secret.slice(6) })],
  ["a secret with a new line", "secret_around", (d) => ({ secret: `${d.secret}\n` })],
  ["a secret with a blank", "secret_around", (d) => ({ secret: ` ${d.secret}` })],
  ["a secret in quotes", "secret_around", (d) => ({ secret: `"${d.secret}"` })],
  ["a secret with its name", "secret_around", (d) => ({ secret: `WEBHOOK_SECRET=${d.secret}` })],
  [
    "another secret",
    "other_secret",
    (d) => ({ secret: d.secret.replace(/..$/, (end) => (end === "00" ? "01" : "00")) }),
  ],
  ["an indented body", "rewritten", (d) => ({ body: JSON.stringify(JSON.parse(d.body), null, 2) })],
  ["a body written by Python", "rewritten", (d) => ({ body: asPython(d.body) })],
  [
    "a body written by PHP",
    "rewritten",
    (d) => ({ body: d.body.replaceAll("/", "\\/").replaceAll("é", "\\u00e9").replace('sequence":2', 'sequence": 2') }),
  ],
  ["a body with sorted keys", "rewritten", (d) => ({ body: JSON.stringify(sorted(JSON.parse(d.body))) })],
  ["a body with numbers as floats", "rewritten", (d) => ({ body: d.body.replace('"sequence":2', '"sequence":2.0') })],
  ["a new line behind the body", "newline", (d) => ({ body: `${d.body}\n` })],
  ["CRLF behind the body", "newline", (d) => ({ body: `${d.body}\r\n` })],
  ["a byte order mark", "bom", (d) => ({ body: `\ufeff${d.body}` })],
  ["a body read as Latin-1", "charset", (d) => ({ body: Buffer.from(d.body).toString("latin1") })],
  ["a body read as Windows-1252", "charset", (d) => ({ body: mojibake(d.body, "windows-1252") })],
  [
    "a body kept as UTF-16",
    "charset",
    (d) => ({ body: Uint8Array.from([0xff, 0xfe, ...Buffer.from(d.body, "utf16le")]) }),
  ],
  ["a body read as ASCII", "charset", (d) => ({ body: d.body.replace(/[^\0-\x7f]/g, "\ufffd") })],
  ["a body cut short", "body_cut", (d) => ({ body: d.body.slice(0, d.body.length / 2) })],
  ["a body in base64", "base64_body", (d) => ({ body: Buffer.from(d.body).toString("base64") })],
  ["a body in a string", "string_body", (d) => ({ body: JSON.stringify(d.body) })],
  ["a body escaped for HTML", "entities", (d) => ({ body: d.body.replaceAll("&", "&amp;").replaceAll('"', "&quot;") })],
  [
    "another length",
    "body_length",
    (d) => ({ headers: `${headersOf(d)}Content-Length: ${Buffer.byteLength(d.body) + 9}` }),
  ],
  ["one character of the body", "body_changed", (d) => ({ body: d.body.replace("1999", "1998") })],
];

describe("the signature troubleshooter names the fault", () => {
  it.each(FAULTS)("%s: %s", async (_, kind, breakIt) => {
    await every(async (delivery) => {
      const found = await look(delivery, breakIt(delivery));
      expect(found.verdict).toBe("wrong");
      // Another body in the right form, and another secret, cannot be distinguished: both are named.
      if (kind === "body_changed") expect(kindsOf(found)).toEqual(["other_secret", "body_changed"]);
      else expect(kindsOf(found)[0]).toBe(kind);
    });
  });

  it.each<[string, FindingKind, (d: Delivery) => string]>([
    ["cuts off whsec_", "prefix_cut", (d) => hmac(d.secret.slice(6), `${d.t}.${d.body}`)],
    ["decodes the secret", "decoded", (d) => hmac(Buffer.from(d.secret.slice(6), "hex"), `${d.t}.${d.body}`)],
    ["signs the body alone", "no_stamp", (d) => hmac(d.secret, d.body)],
    [
      "signs a re-serialised body",
      "rewritten",
      (d) => hmac(d.secret, `${d.t}.${JSON.stringify(JSON.parse(d.body), null, 2)}`),
    ],
    ["uses milliseconds", "milliseconds", (d) => hmac(d.secret, `${d.t}000.${d.body}`)],
    ["uses no HMAC", "no_key", (d) => createHash("sha256").update(`${d.secret}${d.t}.${d.body}`).digest("hex")],
    ["is right, in base64", "base64", (d) => hmac(d.secret, `${d.t}.${d.body}`, "base64")],
    ["is right", "computed_same", (d) => hmac(d.secret, `${d.t}.${d.body}`)],
    ["does something else", "computed_unknown", (d) => hmac("x", d.body)],
  ])("of the receiver's code: %s (%s)", async (_, kind, computed) => {
    await every(async (delivery) => {
      const found = await look(delivery, { computed: computed(delivery) });
      expect([found.verdict, kindsOf(found)]).toEqual(["yours", [kind]]);
    });
  });

  it("reports faults of the code and of the pasted delivery separately", async () => {
    await every(async (delivery) => {
      const pasted = { secret: `"${delivery.secret}"`, body: JSON.stringify(JSON.parse(delivery.body), null, 2) };
      const found = await look(delivery, { ...pasted, computed: hmac(delivery.secret, delivery.body) });
      const named = found.findings.map(({ kind, of }) => [of, kind]);
      expect(named).toEqual([
        ...["secret_around", "rewritten"].map((kind) => ["delivery", kind]),
        ["code", "no_stamp"],
      ]);
      const own = await look(delivery, { ...pasted, computed: hmac(pasted.secret, `${delivery.t}.${pasted.body}`) });
      expect(kindsOf(own)).toEqual(["secret_around", "rewritten"]);
    });
  });

  it("reports two faults at once, and how a body was re-serialised", async () => {
    await every(async (delivery) => {
      const body = JSON.stringify(sorted(JSON.parse(delivery.body)), null, 2);
      const found = await look(delivery, { secret: delivery.secret.slice(6), body });
      expect(kindsOf(found)).toEqual(["prefix", "rewritten"]);
      expect(found.findings[1]?.why).toMatch(/^It was re-serialised indented and with keys in another order;/);
    });
  });
});
