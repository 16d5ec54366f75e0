import { describe, expect, it } from "vitest";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "@/server/webhooks/record-event";
import { headerLines, headerText, readable, requestLine, visible } from "./delivery-message";
import { deliveryState, resendLabel, resendWords, untilWords } from "./delivery-words";
import { LOGGED_TYPES, type LogFilter, logPath, readSearch, setParts, totalOf } from "./log-filter";
import { doctorHref, readFragment } from "./signature-doctor/fragment";

const ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";
const FULL: LogFilter = {
  types: ["payment_request.failed", "webhook.test"],
  status: "waiting",
  endpoint: "orders",
  about: `evt_${ID}`,
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-11-02T00:00:00.000Z",
};

/** What a server reads of the address. */
function searchOf(path: string) {
  const search = new URL(path, "http://x").searchParams;
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
}

it("the chip offers every type of event that there is", () => {
  expect(LOGGED_TYPES).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE]);
});

describe("the address of the log", () => {
  it("carries the filter there and back, the default URL too", () => {
    for (const filter of [{}, FULL, { endpoint: null }, { status: "no_destination" } as const]) {
      expect(readSearch(searchOf(logPath("/log", filter))).filter).toEqual(filter);
    }
    expect(logPath("/log", {})).toBe("/log");
    expect(readSearch(searchOf(logPath("/log", FULL, { cursor: "b2xk" }))).cursor).toBe("b2xk");
  });

  it("of one endpoint's page names the endpoint once", () => {
    const { endpoint: _, ...rest } = FULL;
    expect(readSearch(searchOf(logPath("/log", FULL, { fixed: true }))).filter).toEqual(rest);
  });

  it("that nobody wrote is passed over, part by part", () => {
    const odd = { type: ["x", "webhook.test"], status: "lost", about: "Order 7", from: "yesterday", at: "<x>" };
    expect(readSearch(odd)).toEqual({ filter: { types: ["webhook.test"] } });
  });

  it("with a time that the call does not take is passed over, and the last that it takes is not", () => {
    for (const out of ["+010000-01-01T00:00:00Z", "-000001-01-01", "0000-01-01", "275760-09-13"]) {
      expect(readSearch({ from: out, until: out })).toEqual({ filter: {} });
    }
    const to = "9999-12-31T23:59:59.999Z";
    expect(readSearch({ until: to })).toEqual({ filter: { to } });
  });

  it("names the parts that can be left away, each with what is left", () => {
    expect(setParts(FULL, false).map(({ words }) => words)).toEqual([
      "its state",
      "the event",
      "the endpoint",
      "the payment",
      "the time",
    ]);
    expect(setParts(FULL, true).map(({ words }) => words)).not.toContain("the endpoint");
    expect(setParts({ from: FULL.from ?? "" }, false)).toEqual([{ words: "the time", rest: {} }]);
  });
});

it("counts what the tabs count", () => {
  const counts = {
    waiting: { count: 3, orMore: false },
    delivered: { count: 10_000, orMore: true },
    failed: { count: 1, orMore: false },
    no_destination: { count: 0, orMore: false },
  };
  expect(totalOf(counts)).toEqual({ count: 10_004, orMore: true });
  expect(totalOf(counts, "waiting")).toEqual({ count: 3, orMore: false });
  expect(resendLabel("waiting", counts)).toBe("Resend the 3 that wait");
  expect(resendLabel("delivered", counts)).toBe("Resend the 10,000+ delivered");
  expect(resendLabel("failed", counts)).toBe("Resend the one given up");
  expect(resendLabel(undefined, counts)).toBe("Resend what was not taken");
  expect(resendLabel("no_destination", counts)).toBeNull();
});

describe("the words of a resend", () => {
  const nothing = { count: 0, waiting: 0, orMore: false, failing: [], paused: [] };

  it("say what would come of it before it is done", () => {
    const failing = [{ name: "orders", count: 12, reason: "the endpoint is disabled" }];
    const paused = [{ name: null, count: 1, reason: "is paused" }];
    const words = resendWords({ ...nothing, count: 1000, waiting: 400, failing, paused });
    expect(words.join(" ")).toMatch(
      /^400 that still wait are tried now .* 600 are sent as new deliveries .*12 of them go to orders, and would fail: the endpoint is disabled\. 1 of them goes to the default URL, which is paused/,
    );
  });

  it("say so when there is nothing, and when there is more than one call sends", () => {
    expect(resendWords(nothing)).toEqual([expect.stringContaining("Nothing is left")]);
    expect(resendWords({ ...nothing, count: 100_000, orMore: true })[0]).toContain("More than 100,000");
  });
});

describe("how a delivery stands", () => {
  const at = "2026-11-20T14:16:40.000Z";
  it.each([
    ["waiting", 0, false, "On its way"],
    ["waiting", 3, false, "Next at"],
    ["waiting", 3, true, "Being tried"],
    ["delivered", 1, false, "Delivered"],
    ["failed", 10, false, "Given up"],
    ["no_destination", 0, false, "No destination"],
  ])("%s after %i tries, in hand %s: %s", (status, tries, inHand, word) => {
    expect(deliveryState({ status, tries, inHand, dueAt: at }).word).toBe(word);
  });

  it("is told with the time that is left", () => {
    const before = (seconds: number) => untilWords(at, Date.parse(at) - seconds * 1000);
    expect([0, 5, 60, 280, 3600, 7380].map(before)).toEqual([
      "now",
      "in 5 s",
      "in 1 min",
      "in 4 min 40 s",
      "in 1 h",
      "in 2 h 3 min",
    ]);
  });
});

describe("what was said", () => {
  it("shows what would not be seen, or would turn the line around", () => {
    expect(visible("a\u202eb\u0000c\u200bd\r\ne\tf\u2028\u{e0041}")).toBe(
      "a\\u{202e}b\\u{0}c\\u{200b}d\ne\tf\\u{2028}\\u{e0041}",
    );
    expect(visible("Zażółć 支払い <script>")).toBe("Zażółć 支払い <script>");
  });

  it("is laid out where it is JSON, and left alone where it is not", () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable("<html>")).toBe("<html>");
    expect(requestLine("https://x.example/a%20b?c=1#d")).toBe("POST /a%20b?c=1 HTTP/1.1");
    expect(headerLines({ a: "1", b: ["2", "3"] })).toEqual([
      { name: "a", value: "1" },
      { name: "b", value: "2" },
      { name: "b", value: "3" },
    ]);
  });

  it("goes to the signature doctor behind the hash, where it can be read back whole", () => {
    const body = '{"a":"b & c=d + é"}';
    const headers = headerText({ "X-Signature": "t=1,v1=ab", "X-A": "1 + 1" });
    const { hash } = new URL(doctorHref({ headers, body }), "https://x.example");
    expect(readFragment(hash)).toEqual({ headers: "X-Signature: t=1,v1=ab\nX-A: 1 + 1", body });
  });
});
