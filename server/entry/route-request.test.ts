import { describe, expect, it } from "vitest";
import { routeRequest } from "./route-request";

const open = { hosts: null, simbankHost: null };
const ask = (url: string, method = "GET", headers: Record<string, string> = {}) =>
  routeRequest({ url, method, headers }, open);

describe("the route to the API", () => {
  it.each([
    "/api/v1",
    "/api/v1?x=%zz",
    "/api/v1/banks/top?country=PT",
    "/api/v1/nothing/here",
    "/api/v1/payment-requests%3Aredirect",
    "/api/v1/%zz",
    "/api/v1%2Fbanks",
    "/openapi.json",
    "/api",
    "/api/",
    "/api/v2/payment-links",
    "/api/v10",
    "/api/payment-links",
    "/api%2Fv1",
    "/v1/payment-links",
    "/v1",
    "/v2/banks",
    "http://pay.example.com/api/v2",
  ])("takes %s", (url) => expect(ask(url)).toEqual({ kind: "api" }));

  it("accepts every method: the API answers 405 itself", () => {
    expect(ask("/api/v1/banks/top", "TRACE")).toEqual({ kind: "api" });
  });

  it("does not include pages with a similar path", () => {
    for (const url of ["/apis", "/api-docs", "/v1x", "/vat", "/x/api/v1", "/api/trpc/me.get", "/api/trpc"])
      expect(ask(url), url).toEqual({ kind: "page" });
  });
});

describe("the route to the pages", () => {
  it.each([
    ["a malformed percent escape", ask("/pay/%E0%A4%A"), 400],
    ["a NUL", ask("/pay/a%00b"), 400],
    ["TRACE", ask("/console", "TRACE"), 405],
    ["a server action", ask("/console", "POST", { "next-action": "x" }), 400],
    ["a body of unknown length", ask("/embed", "POST", { "transfer-encoding": "chunked" }), 411],
    ["a body that is too large", ask("/embed", "POST", { "content-length": "262145" }), 413],
    ["a body where nothing takes one", ask("/console", "POST", { "content-length": "1" }), 413],
    [
      "a form of several parts",
      ask("/sign-in/start", "POST", { "content-type": "multipart/form-data; boundary=a" }),
      415,
    ],
    ["the same in capitals", ask("/sign-in/start", "POST", { "content-type": " Multipart/Form-Data" }), 415],
    ["dot segments that lead to the API", ask("/x/../api/v1/banks/top?country=PT"), 400],
    ["an escaped dot segment", ask("/x/%2e%2E/console"), 400],
    ["a dot segment between escaped slashes", ask("/x%2f..%2fconsole"), 400],
    ["a single dot segment", ask("/console/./payments"), 400],
    ["an absolute address, as to a proxy", ask("http://elsewhere.example/"), 400],
    ["more than 200 parameters", ask(`/sign-in?a${"&a".repeat(200)}`), 400],
    ["a write to a probe", ask("/readyz", "POST"), 405],
  ])("refuses %s", (_what, route, status) => expect(route).toMatchObject({ kind: "refused", status }));

  it.each(["/logos/example.com.svg", "/assets/a..b.css", "/.well-known/security.txt", "/console?to=/../x"])(
    "takes dots that are no segment: %s",
    (url) => expect(ask(url)).toEqual({ kind: "page" }),
  );

  it("accepts 200 parameters", () => {
    expect(ask(`/sign-in?a${"&a".repeat(199)}`)).toEqual({ kind: "page" });
  });

  it("accepts a malformed percent sign in a query", () => {
    expect(ask("/console?q=100%")).toEqual({ kind: "page" });
  });
});

describe("a demo on the loopback", () => {
  const demo = { hosts: new Set(["localhost", "127.0.0.1", "[::1]"]), simbankHost: null };
  const from = (host: string) => routeRequest({ url: "/outbox", method: "GET", headers: { host } }, demo).kind;

  it("accepts only its own host names, against DNS rebinding", () => {
    expect(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST"].map(from)).toEqual(Array(4).fill("page"));
    expect(["evil.example:3000", "localhost.evil.example", ""].map(from)).toEqual(Array(3).fill("refused"));
  });

  it("answers health checks under every host name and under none, and 405 to other methods than GET and HEAD", () => {
    const check = (url: string, headers: Record<string, string>, method = "GET") =>
      routeRequest({ url, method, headers }, demo).kind;
    for (const headers of [{}, { host: "10.0.0.7:3000" }, { host: "balancer.internal" }])
      expect([
        check("/healthz", headers),
        check("/readyz?full", headers, "HEAD"),
        check("/readyz", headers, "POST"),
      ]).toEqual(["healthz", "readyz", "refused"]);
    expect(check("/readyz/", {})).toBe("refused");
  });
});

describe("an installation whose simulated banks have a host of their own", () => {
  const rules = { hosts: null, simbankHost: "bank.example.com" };
  const at = (host: string, url: string) => routeRequest({ url, method: "GET", headers: { host } }, rules).kind;

  it("serves only the simulated banks under that host", () => {
    expect(
      ["/simbank/bpi/approve/x", "/simbank/bpi/xs2a/v1/consents"].map((url) => at("bank.example.com", url)),
    ).toEqual(["page", "page"]);
    const others = ["/", "/console", "/api/v1/banks", "/sign-in", "/simbank/../console", "/simbank/%2E%2e/console"];
    expect(others.map((url) => at("BANK.example.com", url))).toEqual(Array(others.length).fill("refused"));
    expect(at("bank.example.com", "/readyz")).toBe("readyz");
  });

  it("serves everything under other hosts", () => {
    expect([at("pay.example.com", "/console"), at("pay.example.com", "/api/v1/banks")]).toEqual(["page", "api"]);
  });
});
