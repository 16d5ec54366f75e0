import { describe, expect, it } from "vitest";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "@/server/webhooks/events/record-event";
import { totalOf } from "../../ui/filter/filter-address";
import { readFragment, troubleshooterHref } from "../signature-troubleshooter/fragment";
import { deliveryLabel, formatAttempt, formatResend, formatUntil, nextAttemptAt, resendLabel } from "./delivery-labels";
import { headerLines, headerText, readable, requestLine, visible } from "./delivery-message";
import { LOGGED_TYPES, type LogFilter, logPath, readSearch, setParts } from "./log-filter";

const ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";
const FULL: LogFilter = {
  types: ["payment_request.failed", "webhook.test"],
  status: "waiting",
  endpoint: "orders",
  about: `evt_${ID}`,
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-11-02T00:00:00.000Z",
};

/** The query of a URL, as the server gets it. */
function searchOf(path: string) {
  const search = new URL(path, "http://x").searchParams;
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
}

it("the filter offers every event type", () => {
  expect(LOGGED_TYPES).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE]);
});

it("an attempt is one of ten, and of the resends of its delivery", () => {
  expect([formatAttempt(3, { resent: 0 }), formatAttempt(3, { resent: 1 })]).toEqual(["3 of 10", "3 of 11"]);
});

describe("the address of the delivery log", () => {
  it("keeps the filter, also for the default URL", () => {
    for (const filter of [{}, FULL, { endpoint: null }, { status: "no_destination" } as const]) {
      expect(readSearch(searchOf(logPath("/log", filter))).filter).toEqual(filter);
    }
    expect(logPath("/log", {})).toBe("/log");
    expect(readSearch(searchOf(logPath("/log", FULL, { cursor: "b2xk" }))).cursor).toBe("b2xk");
  });

  it("of one endpoint's page does not repeat the endpoint", () => {
    const { endpoint: _, ...rest } = FULL;
    expect(readSearch(searchOf(logPath("/log", FULL, { fixed: true }))).filter).toEqual(rest);
  });

  it("with unknown values ignores each of them", () => {
    const odd = { type: ["x", "webhook.test"], status: "lost", about: "Order 7", from: "yesterday", at: "<x>" };
    expect(readSearch(odd)).toEqual({ filter: { types: ["webhook.test"] } });
  });

  it("with a time outside the accepted range ignores it, and keeps the last accepted one", () => {
    for (const out of ["+010000-01-01T00:00:00Z", "-000001-01-01", "0000-01-01", "275760-09-13"]) {
      expect(readSearch({ from: out, until: out })).toEqual({ filter: {} });
    }
    const to = "9999-12-31T23:59:59.999Z";
    expect(readSearch({ until: to })).toEqual({ filter: { to } });
  });

  it("is split into removable parts, each with the rest of the filter", () => {
    expect(setParts(FULL, false).map(({ words }) => words)).toEqual(["status", "event", "endpoint", "payment", "date"]);
    expect(setParts(FULL, true).map(({ words }) => words)).not.toContain("endpoint");
    expect(setParts({ from: FULL.from ?? "" }, false)).toEqual([{ words: "date", rest: {} }]);
  });
});

it("the counts of the tabs are added up, and name the button that resends the list", () => {
  const counts = {
    waiting: { count: 3, orMore: false },
    delivered: { count: 10_000, orMore: true },
    failed: { count: 1, orMore: false },
    no_destination: { count: 0, orMore: false },
  };
  expect(totalOf(counts)).toEqual({ count: 10_004, orMore: true });
  expect(totalOf(counts, "waiting")).toEqual({ count: 3, orMore: false });
  expect(resendLabel("waiting", counts)).toBe("Resend queued deliveries");
  expect(resendLabel("delivered", counts)).toBe("Resend 10,000+ deliveries");
  expect(resendLabel("failed", counts)).toBe("Resend 1 failed delivery");
  expect(resendLabel(undefined, counts)).toBe("Resend undelivered events");
  expect(resendLabel("no_destination", counts)).toBeNull();
});

describe("the sentences of a resend", () => {
  const nothing = { count: 0, orMore: false, due: 0, failing: [], stopped: [] };

  it("say what is sent now, what stays queued and what fails, in numbers that add up to the count", () => {
    const failing = [{ name: "orders", count: 12, reason: "the endpoint is disabled" }];
    const stopped = [
      { name: "bookkeeping", count: 3, state: "endpoint_paused" as const },
      { name: null, count: 1, state: "endpoint_failing" as const },
    ];
    const sentences = formatResend({ ...nothing, count: 1000, failing, stopped });
    expect(sentences).toEqual([
      "984 events will be resent now.",
      "3 go to bookkeeping, which is paused; they are sent when the endpoint resumes.",
      "1 goes to the default URL, which is failing; it is sent when the endpoint responds again.",
      "12 go to orders and will fail: the endpoint is disabled.",
    ]);
    expect(sentences.reduce((sum, sentence) => sum + Number.parseInt(sentence, 10), 0)).toBe(1000);
  });

  it("never say that events behind a paused endpoint are sent now, and account for those that are due", () => {
    const stopped = [{ name: "bookkeeping", count: 3, state: "endpoint_paused" as const }];
    expect(formatResend({ ...nothing, count: 3, due: 8, stopped })).toEqual([
      "3 go to bookkeeping, which is paused; they are sent when the endpoint resumes.",
      "8 queued deliveries need no resend: they are sent as soon as the endpoint is ready.",
    ]);
  });

  it("say so when there is nothing to resend, and when there is more than one call sends", () => {
    expect(formatResend(nothing)).toEqual([expect.stringContaining("Nothing to resend")]);
    expect(formatResend({ ...nothing, due: 1 })).toEqual([
      "1 queued delivery needs no resend: it is sent as soon as the endpoint is ready.",
    ]);
    expect(formatResend({ ...nothing, count: 100_000, orMore: true })[0]).toContain("More than 100,000");
  });
});

describe("the label of a delivery", () => {
  it.each([
    ["pending", "Pending", "accent"],
    ["retrying", "Retrying", "warn"],
    ["sending", "Sending", "accent"],
    ["delivered", "Delivered", "good"],
    ["failed", "Failed", "bad"],
    ["no_endpoint", "No endpoint", "mute"],
    ["endpoint_disabled", "Fails when due, endpoint disabled", "warn"],
    ["endpoint_paused", "Waiting, endpoint paused", "warn"],
    ["endpoint_failing", "Waiting, endpoint failing", "warn"],
  ] as const)("of %s is %s in %s", (state, word, tone) => {
    expect(deliveryLabel(state)).toMatchObject({ word, tone });
  });

  it("has the time of the next attempt only while it is retried", () => {
    const dueAt = "2026-11-20T14:16:40.000Z";
    expect(nextAttemptAt({ state: "retrying", dueAt })).toBe(dueAt);
    expect(nextAttemptAt({ state: "endpoint_disabled", dueAt })).toBeNull();
    expect(nextAttemptAt({ state: "endpoint_paused", dueAt })).toBeNull();
    expect(nextAttemptAt({ state: "pending", dueAt })).toBeNull();
  });

  it("has the time left until then", () => {
    const at = "2026-11-20T14:16:40.000Z";
    const before = (seconds: number) => formatUntil(at, Date.parse(at) - seconds * 1000);
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

describe("the text of a message", () => {
  it("shows invisible characters and changes of direction as escapes", () => {
    expect(visible("a\u202eb\u0000c\u200bd\r\ne\tf\u2028\u{e0041}")).toBe(
      "a\\u{202e}b\\u{0}c\\u{200b}d\ne\tf\\u{2028}\\u{e0041}",
    );
    expect(visible("Zażółć 支払い <script>")).toBe("Zażółć 支払い <script>");
  });

  it("is indented if it is JSON, and unchanged otherwise", () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable("<html>")).toBe("<html>");
    expect(requestLine("https://x.example/a%20b?c=1#d")).toBe("POST /a%20b?c=1 HTTP/1.1");
    expect(headerLines({ a: "1", b: ["2", "3"] })).toEqual([
      { name: "a", value: "1" },
      { name: "b", value: "2" },
      { name: "b", value: "3" },
    ]);
  });

  it("is passed to the signature troubleshooter in the fragment, complete", () => {
    const body = '{"a":"b & c=d + é"}';
    const headers = headerText({ "X-Signature": "t=1,v1=ab", "X-A": "1 + 1" });
    const { hash } = new URL(troubleshooterHref({ headers, body }), "https://x.example");
    expect(readFragment(hash)).toEqual({ headers: "X-Signature: t=1,v1=ab\nX-A: 1 + 1", body });
  });
});
