import { describe, expect, it } from "vitest";
import { type WhyFacts, whyOf } from "./why-words";

const HOST = "hooks.example";
const answered = (status: number) => ({ status, error: `status ${status}` });
const silent = { status: null, error: "no answer within 15 s" };
const failed = (error: string) => ({ status: null, error });

function waiting(...tries: WhyFacts["tries"]): string | null {
  return whyOf({ status: "waiting", reason: tries.at(-1)?.error ?? null, host: HOST, tries });
}

describe("the why of a delivery", () => {
  it("tells the history of its tries, and points at the application behind a 5xx", () => {
    expect(waiting(answered(503), answered(503), silent)).toBe(
      "The receiver is reached but does not take it: 503 twice, then silence. That points at the application behind hooks.example, not at the network or the signature.",
    );
  });

  it.each<[string, WhyFacts["tries"][number], RegExp]>([
    ["a redirect", { status: 307, error: "redirect (307), not followed" }, /does not take it: 307\. .*no redirect/],
    ["401", answered(401), /does not take it: 401\. .*signature wrong/],
    ["403", answered(403), /: 403\. .*blocks callers/],
    ["404", answered(404), /: 404\. .*no route/],
    ["405", answered(405), /: 405\. .*no POST/],
    ["410", { status: 410, error: "gone (410): the receiver wants no more tries" }, /: 410\. .*no further try/],
    ["413", answered(413), /: 413\. .*smaller bodies/],
    ["415", answered(415), /: 415\. .*application\/json/],
    ["429", answered(429), /: 429\. .*Retry-After/],
    ["another 4xx", answered(422), /: 422\. .*signature check fails/],
    ["a 5xx", answered(500), /: 500\. .*application behind hooks\.example/],
    ["silence", silent, /is reached but .*: silence\. It has 15 seconds/],
    ["a closed connection", failed("the connection was closed without an answer"), /stood and was closed/],
    ["what is not HTTP", failed("the answer is not HTTP"), /does not speak HTTP/],
    ["headers without end", failed("the answer's headers are too large"), /does not speak HTTP/],
    ["no connection", failed("no connection"), /not reached: no connection\. .*firewall/],
    ["an unknown name", failed("the name does not resolve"), /not reached: .*DNS knows no address/],
    [
      "TLS",
      failed("no secure connection: the certificate has expired"),
      /not reached: .*certificate has expired\. Until/,
    ],
    ["the guard", failed("the address leads into a private or reserved network"), /not reached: .*public addresses/],
    ["a secret that does not open", failed("the signing secret cannot be opened"), /nothing is sent unsigned/],
    ["what nobody foresaw", failed("the call failed"), /not reached: no answer\. The call failed\./],
  ])("has words and a cure for %s", (_what, last, words) => {
    expect(waiting(last)).toMatch(words);
  });

  it("says what ended it when that was no answer", () => {
    const facts = { status: "failed", host: HOST, reason: "the endpoint is disabled" };
    expect(whyOf({ ...facts, tries: [] })).toBe("The endpoint is disabled. So it was never tried.");
    expect(whyOf({ ...facts, tries: [answered(500)] })).toBe("The endpoint is disabled. So it was not tried again.");
  });

  it("says which try was taken, if it was not the first, and nothing where nothing went wrong", () => {
    const taken = { status: 200, error: null };
    const facts = { status: "delivered", reason: null, host: HOST };
    expect(whyOf({ ...facts, tries: [silent, silent, silent, taken] })).toBe(
      "Taken at try 4: silence three times, then 200.",
    );
    expect(whyOf({ ...facts, tries: [taken] })).toBeNull();
    expect(waiting()).toBeNull();
  });

  it("of what nobody was told says what is missing", () => {
    expect(whyOf({ status: "no_destination", reason: null, host: null, tries: [] })).toContain("Set one");
  });
});
