import { describe, expect, it } from "vitest";
import { certificateFault } from "../../../lib/net/peer-certificate";
import { NOTHING_MEASURED, type SafeAnswer } from "../../../lib/net/safe-fetch";
import type { Finding, NameFacts, ProbeFacts, Topic } from "./facts";
import { clockAheadS, findingsOf, formatDuration, summarise } from "./probe-rules";

const AT = new Date("2026-11-21T12:00:00Z");
const TIMINGS = { nameMs: 2, connectMs: 12, tlsMs: 30, waitMs: 48 };
const CERTIFICATE = {
  ...{ subject: "CN=shop.example", issuer: "CN=Public CA", altNames: ["shop.example"], protocol: "TLSv1.3" },
  ...{ validFrom: new Date("2026-10-01T00:00:00Z"), validTo: new Date("2027-01-01T00:00:00Z") },
};
const MEASURED = { ...NOTHING_MEASURED, timings: TIMINGS, certificate: CERTIFICATE };

function answered(status: number, headers: Record<string, string> = {}, body = "", timings = TIMINGS): SafeAnswer {
  const shown = { headers: { date: AT.toUTCString(), ...headers }, body, withheld: false };
  return { ...MEASURED, timings, kind: "answered", status, ...shown };
}

function facts(answer: SafeAnswer | null, changed: Partial<ProbeFacts> = {}): ProbeFacts {
  const name: NameFacts = { kind: "resolved", ipv4: 1, ipv6: 0, forbidden: 0 };
  const calls = answer === null ? [] : [{ answer, at: AT }];
  return { url: "https://shop.example/hook", signed: true, name, calls, redirect: null, ...changed };
}

function about(topic: Topic, given: ProbeFacts): Finding {
  const found = findingsOf(given, AT).find((one) => one.topic === topic);
  if (!found) throw new Error(`nothing about ${topic}`);
  return found;
}

describe("findings", () => {
  it("are all good for a correct receiver", () => {
    const findings = findingsOf(facts(answered(204)), AT);
    expect(findings.map(({ topic, state }) => `${topic} ${state}`)).toEqual(
      ["name", "connection", "encryption", "redirect", "wall", "answer", "speed", "clock"].map((one) => `${one} good`),
    );
    expect(summarise(findings)).toBe("The endpoint accepted the event.");
    expect(findings.every(({ why, todo }) => why === null && todo === null)).toBe(true);
  });

  it.each([400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 429, 500, 501, 502, 503, 504])(
    "explain a %i and what to do",
    (status) => {
      const { state, found, why, todo } = about("answer", facts(answered(status)));
      expect(state).toBe("bad");
      expect(found).toContain(`(${status})`);
      expect([why, todo].every((text) => (text?.length ?? 0) > 20)).toBe(true);
    },
  );

  it("refer to the secret of a signed endpoint, and to signing of an unsigned one", () => {
    expect(about("answer", facts(answered(401))).todo).toContain("whsec_");
    expect(about("answer", facts(answered(401), { signed: false })).todo).toContain("Turn on signing");
  });

  it("list the methods that a path allows", () => {
    expect(about("answer", facts(answered(405, { allow: "GET, HEAD" }))).why).toContain("GET, HEAD");
  });

  it("warn of an HTML page", () => {
    const page = answered(200, { "content-type": "text/html" }, "<html><h1>Our shop</h1>");
    expect(about("answer", facts(page)).state).toBe("warn");
  });

  it("are summarised by the first error", () => {
    const far = { date: new Date(AT.getTime() - 3_600_000).toUTCString() };
    expect(summarise(findingsOf(facts(answered(404, far)), AT))).toBe("Path not found (404). 1 more problem.");
  });
});

describe("a redirect", () => {
  it.each([
    ["http://shop.example/hook", "https://shop.example/hook", "the same address with https", true],
    ["https://shop.example/hook", "https://shop.example/hook/", "except for the trailing slash", true],
    ["https://shop.example/hook", "https://www.shop.example/hook", "with or without www", true],
    ["https://shop.example/hook", "https://shop.example/en/hook", "another path", true],
    ["https://shop.example/hook", "https://shop.example/login?next=/hook", "a login page", false],
    ["https://shop.example/hook", "https://shop.example/hook", "the requested address itself", false],
    ["https://shop.example/hook", "https://other.example/hook", "another host", false],
  ])("from %s to %s", (url, target, words, own) => {
    const redirect = { target, allowed: true };
    const found = about("redirect", facts(answered(302, { location: target }), { url, redirect }));
    expect(found.why).toContain(words);
    expect(found.suggestion).toBe(own ? target : null);
    const refused = { target, allowed: false };
    expect(about("redirect", facts(answered(302), { url, redirect: refused })).suggestion).toBeNull();
  });

  it("without a Location has no suggestion", () => {
    const found = about("redirect", facts(answered(301), { redirect: { target: null, allowed: false } }));
    expect(found).toMatchObject({ state: "bad", suggestion: null });
  });
});

describe("a certificate", () => {
  const failed = (reason: string): SafeAnswer => ({
    ...MEASURED,
    timings: { ...TIMINGS, waitMs: null },
    kind: "failed",
    reason,
  });

  it.each([
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "CERT_REVOKED",
  ])("with the error %s has its own advice", (code) => {
    const found = about("encryption", facts(failed(`no secure connection: ${certificateFault(code)}`)));
    expect(found).toMatchObject({ state: "bad", why: expect.stringContaining("shop.example") });
    expect(found.todo).not.toContain("plain http");
  });

  it.each([
    [13, "warn"],
    [15, "good"],
  ])("that expires in %i days: %s", (days, state) => {
    const certificate = { ...CERTIFICATE, validTo: new Date(AT.getTime() + (days + 0.5) * 86_400_000) };
    expect(about("encryption", facts({ ...answered(200), certificate })).state).toBe(state);
  });
});

describe("speed", () => {
  it.each([
    [2_999, "good"],
    [3_000, "warn"],
    [8_000, "bad"],
  ])("of a response after %i ms: %s", (waitMs, state) => {
    const slow = answered(200, {}, "", { ...TIMINGS, waitMs });
    expect(
      about("speed", facts(slow, { calls: [answered(200), slow].map((answer) => ({ answer, at: AT })) })).state,
    ).toBe(state);
  });

  it("contains all timings", () => {
    const calls = [answered(200), answered(200, {}, "", { ...TIMINGS, waitMs: 1_240 })].map((answer) => ({
      answer,
      at: AT,
    }));
    expect(about("speed", facts(null, { calls })).found).toBe(
      "Connected in 12 ms, TLS in 30 ms, response in 48 ms and 1.2 s.",
    );
    expect([formatDuration(999), formatDuration(1000)]).toEqual(["999 ms", "1.0 s"]);
  });

  it("warns of a slow connection", () => {
    const slow = answered(200, {}, "", { ...TIMINGS, connectMs: 2_000 });
    expect(about("speed", facts(slow)).state).toBe("warn");
  });

  it("is not measured without a response, which may have been processed", () => {
    const silent: SafeAnswer = {
      ...MEASURED,
      timings: { ...TIMINGS, waitMs: null },
      kind: "failed",
      reason: "no answer within 15 s",
    };
    expect(about("speed", facts(silent)).state).toBe("unreached");
    expect(about("answer", facts(silent))).toMatchObject({
      state: "bad",
      why: expect.stringContaining("may have been processed"),
    });
  });
});

describe("the clock", () => {
  const off = (seconds: number) => answered(200, { date: new Date(AT.getTime() + seconds * 1000).toUTCString() });

  it.each([
    [30, "good"],
    [-30, "good"],
    [31, "warn"],
    [-300, "warn"],
    [301, "bad"],
    [-86_400, "bad"],
  ])("that is off by %i s: %s", (seconds, state) => {
    expect(clockAheadS(facts(off(seconds)))).toBe(seconds);
    expect(about("clock", facts(off(seconds))).state).toBe(state);
  });

  it("without a Date is not judged", () => {
    expect(about("clock", facts(answered(200, { date: "" }))).state).toBe("unreached");
  });

  it("that is far off causes every signature to be refused, also a future one", () => {
    expect(about("clock", facts(off(400))).why).toContain("refuses every event");
    expect(about("clock", facts(off(400), { signed: false })).why).toContain("Once events are signed");
  });
});
