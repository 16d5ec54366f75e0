import { describe, expect, it } from "vitest";
import { type DeliveryFacts, explainDelivery } from "./explain-delivery";

const HOST = "hooks.example";
const answered = (status: number) => ({ status, error: `status ${status}` });
const silent = { status: null, error: "no answer within 15 s" };
const failed = (error: string) => ({ status: null, error });

function waiting(...tries: DeliveryFacts["tries"]): string | null {
  return explainDelivery({ status: "waiting", reason: tries.at(-1)?.error ?? null, host: HOST, tries });
}

describe("the explanation of a delivery", () => {
  it("lists the results of its attempts and names the application for a 5xx", () => {
    expect(waiting(answered(503), answered(503), silent)).toBe(
      "Your server was reached but didn’t accept the webhook: 503 twice, then timeout. The cause is in the application behind hooks.example, not in the network or the signature.",
    );
  });

  it.each<[string, DeliveryFacts["tries"][number], RegExp]>([
    [
      "a redirect",
      { status: 307, error: "redirect (307), not followed" },
      /didn’t accept the webhook: 307\. .*follow redirects/,
    ],
    ["401", answered(401), /didn’t accept the webhook: 401\. .*rejects the signature/],
    ["403", answered(403), /: 403\. .*blocks the request/],
    ["404", answered(404), /: 404\. .*path doesn’t exist/],
    ["405", answered(405), /: 405\. .*doesn’t allow POST/],
    ["410", { status: 410, error: "gone (410), no more retries" }, /: 410\. .*ends the retries/],
    ["413", answered(413), /: 413\. .*limits the body size/],
    ["415", answered(415), /: 415\. .*application\/json/],
    ["429", answered(429), /: 429\. .*Retry-After/],
    ["another 4xx", answered(422), /: 422\. .*failed signature check/],
    ["a 5xx", answered(500), /: 500\. .*application behind hooks\.example/],
    ["a timeout", silent, /was reached but .*: timeout\. The timeout is 15 seconds/],
    [
      "a closed connection",
      failed("the connection was closed without an answer"),
      /: connection closed\. .*closed the connection/,
    ],
    ["what is not HTTP", failed("the answer is not HTTP"), /isn’t valid HTTP/],
    ["headers without end", failed("the answer's headers are too large"), /isn’t valid HTTP/],
    ["no connection", failed("no connection"), /couldn’t be reached: no connection\. .*firewall/],
    [
      "an unknown name",
      failed("the name does not resolve"),
      /couldn’t be reached: DNS lookup failed\. .*DNS has no address/,
    ],
    [
      "TLS",
      failed("no secure connection: the certificate has expired"),
      /couldn’t be reached: TLS error\. .*certificate has expired\. Nothing/,
    ],
    [
      "the guard",
      failed("the address leads into a private or reserved network"),
      /couldn’t be reached: .*public addresses/,
    ],
    [
      "a secret that cannot be decrypted",
      failed("the signing secret cannot be decrypted"),
      /^The webhook wasn’t sent: no signature\. .*aren’t sent unsigned.*Contact the operator/,
    ],
    ["an unknown error", failed("the call failed"), /couldn’t be reached: no response\. The call failed\./],
  ])("has a cause and advice for %s", (_what, last, words) => {
    expect(waiting(last)).toMatch(words);
  });

  it("gives the reason of a failure without a response", () => {
    const facts = { status: "failed", host: HOST, reason: "the endpoint is disabled" };
    expect(explainDelivery({ ...facts, tries: [] })).toBe("The endpoint is disabled. No attempt was made.");
    const stopped = "The endpoint is disabled. It is not retried any more.";
    expect(explainDelivery({ ...facts, tries: [answered(500)] })).toBe(stopped);
    expect(explainDelivery({ ...facts, tries: [answered(500), answered(503)] })).toBe(stopped);
  });

  it("names the successful attempt if it was not the first, and is null without failures", () => {
    const taken = { status: 200, error: null };
    const facts = { status: "delivered", reason: null, host: HOST };
    expect(explainDelivery({ ...facts, tries: [silent, silent, silent, taken] })).toBe(
      "Delivered on attempt 4: timeout three times, then 200.",
    );
    expect(explainDelivery({ ...facts, tries: [taken] })).toBeNull();
    expect(waiting()).toBeNull();
  });

  it("without an endpoint asks to add one", () => {
    expect(explainDelivery({ status: "no_destination", reason: null, host: null, tries: [] })).toContain("Add one");
  });
});
