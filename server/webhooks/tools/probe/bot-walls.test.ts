import { describe, expect, it } from "vitest";
import { wallOf } from "./bot-walls";

const HTML = { "content-type": "text/html; charset=UTF-8" };
const JUST_A_MOMENT =
  "<!DOCTYPE html><html><head><title>Just a moment...</title><script src='/cdn-cgi/challenge-platform/h/b'>";

type Answered = [status: number, headers: Record<string, string | string[]>, body: string];

describe("a bot protection or login page is recognised", () => {
  it.each<[string, string | null, Answered]>([
    ["Cloudflare, by its own header", "Cloudflare", [403, { server: "cloudflare", "cf-mitigated": "challenge" }, ""]],
    ["Cloudflare, by its page", "Cloudflare", [503, { server: "cloudflare", ...HTML }, JUST_A_MOMENT]],
    ["Cloudflare, refusing", "Cloudflare", [403, { "cf-ray": "8f2-LIS", ...HTML }, "error code: 1020"]],
    ["AWS, a challenge with a 2xx status", "AWS WAF", [202, { "x-amzn-waf-action": "challenge" }, ""]],
    ["AWS, a captcha", "AWS WAF", [405, { "x-amzn-waf-action": "captcha" }, ""]],
    ["Vercel's firewall", "Vercel’s firewall", [429, { "x-vercel-mitigated": "challenge" }, ""]],
    [
      "Vercel, a protected deployment",
      "Vercel’s Deployment Protection",
      [401, { "set-cookie": ["_vercel_sso_nonce=x; Path=/"], ...HTML }, "Authentication Required"],
    ],
    ["DataDome, by cookie", "DataDome", [403, { "set-cookie": "datadome=abc; Secure" }, "{}"]],
    ["DataDome, by page", "DataDome", [403, HTML, "<script src='https://geo.captcha-delivery.com/x'>"]],
    ["HUMAN", "HUMAN (PerimeterX)", [403, HTML, '<div id="px-captcha"></div>']],
    ["Imperva, with a 2xx status", "Imperva", [200, HTML, '<iframe src="/_Incapsula_Resource?CWUDNSAI=5">']],
    ["Imperva, refusing", "Imperva", [403, HTML, "Request unsuccessful. Incapsula incident ID: 12-34"]],
    ["Sucuri", "Sucuri", [403, { server: "Sucuri/Cloudproxy" }, "Access Denied"]],
    ["Akamai", "Akamai", [403, { server: "AkamaiGHost", ...HTML }, "<H1>Access Denied</H1> Reference #18.abc"]],
    ["a captcha of an unknown vendor", null, [403, HTML, "<h1>Are you human?</h1>"]],
    ["a login page", null, [200, HTML, '<form><input name="p" type="password"></form>']],
  ])("%s", (_, name, [status, headers, body]) => {
    const wall = wallOf({ status, headers, body });
    expect(wall).toMatchObject({ name, todo: expect.stringMatching(/\.$/) });
  });
});

describe("no bot protection is recognised in", () => {
  it.each<[string, Answered]>([
    ["a success behind Cloudflare", [200, { server: "cloudflare", "cf-ray": "8f2-LIS" }, "ok"]],
    ["the receiver's own refusal behind Cloudflare", [403, { server: "cloudflare" }, '{"error":"signature"}']],
    ["a success behind Imperva", [200, { "x-iinfo": "12-34" }, "ok"]],
    ["a success with DataDome's header", [200, { "x-datadome": "protected" }, "ok"]],
    ["a page of the shop without a challenge", [404, HTML, "<html><h1>Not found</h1></html>"]],
    ["JSON that mentions captchas", [400, { "content-type": "application/json" }, '{"error":"captcha missing"}']],
  ])("%s", (_, [status, headers, body]) => expect(wallOf({ status, headers, body })).toBeNull());
});
