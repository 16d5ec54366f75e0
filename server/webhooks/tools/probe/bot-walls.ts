import { USER_AGENT } from "../../delivery/delivery-headers";
import { headerOf } from "./facts";

type Answer = { status: number; headers: Record<string, string | string[]>; body: string };

/** A bot protection or login page that responds instead of the receiver. */
export type Wall = {
  /** The vendor; null: unknown. */
  name: string | null;
  kind: "challenge" | "login";
  /** How to let deliveries through. */
  todo: string;
};

type Signature = { name: string; kind?: Wall["kind"]; todo: string; matches: (seen: Seen) => boolean };
/** A response with names and values in lower case. */
type Seen = { status: number; refused: boolean; header: (name: string) => string; cookies: string; body: string };

const BY_AGENT = `requests to this path whose User-Agent is ${USER_AGENT}`;
const SAFE = "The signature proves that the requests are genuine.";

/**
 * How vendors' bot protections are recognised, from their documentation and their responses. A header that only names the
 * vendor (`server: cloudflare`) is not enough: the response must be a refusal or a challenge.
 */
const SIGNATURES: readonly Signature[] = [
  {
    name: "Cloudflare",
    todo: `In Cloudflare, under Security, Security rules, add a custom rule that skips the challenges for ${BY_AGENT}. Bot Fight Mode has no exceptions: turn it off, or use a host name that isn’t proxied. ${SAFE}`,
    matches: ({ header, refused, body }) =>
      header("cf-mitigated") === "challenge" ||
      (refused &&
        (header("server") === "cloudflare" || header("cf-ray") !== "") &&
        /challenge-platform|cf[-_]chl|just a moment|attention required|cf-error-details|error code: 1\d{3}/.test(body)),
  },
  {
    name: "Vercel’s Deployment Protection",
    kind: "login",
    todo: "Save the address of the production deployment, or make an exception for this one in the project’s settings under Deployment Protection. Preview addresses ask every visitor to sign in.",
    matches: ({ status, cookies, body }) =>
      status === 401 && (cookies.includes("_vercel_sso_nonce") || body.includes("vercel.com/sso-api")),
  },
  {
    name: "Vercel’s firewall",
    todo: `In the Vercel project, under Firewall, add a rule that bypasses for ${BY_AGENT}. ${SAFE}`,
    matches: ({ header }) => /^(challenge|deny)$/.test(header("x-vercel-mitigated")),
  },
  {
    name: "AWS WAF",
    todo: `In the web ACL, add a rule in front of the others that allows ${BY_AGENT}. ${SAFE}`,
    matches: ({ header }) => /^(challenge|captcha)$/.test(header("x-amzn-waf-action")),
  },
  {
    name: "DataDome",
    todo: `In DataDome’s dashboard, allow ${BY_AGENT}. ${SAFE}`,
    matches: ({ refused, header, cookies, body }) =>
      body.includes("captcha-delivery.com") ||
      (refused && (header("x-datadome") !== "" || header("x-dd-b") !== "" || cookies.includes("datadome="))),
  },
  {
    name: "HUMAN (PerimeterX)",
    todo: `In HUMAN’s portal, add an allow rule for ${BY_AGENT}. ${SAFE}`,
    matches: ({ body }) => /px-captcha|_pxappid|captcha\.px-cdn\.net|perimeterx\.net/.test(body),
  },
  {
    name: "Imperva",
    todo: `In Imperva (Incapsula), add an exception for ${BY_AGENT}. ${SAFE}`,
    matches: ({ refused, header, body }) =>
      /_incapsula_resource|incapsula incident id/.test(body) ||
      (refused && header("x-iinfo") !== "" && body.includes("<html")),
  },
  {
    name: "Sucuri",
    todo: `In Sucuri’s firewall, add this path to the allowed URL paths. ${SAFE}`,
    matches: ({ refused, header, body }) =>
      header("x-sucuri-block") !== "" ||
      (refused && (header("server").startsWith("sucuri") || body.includes("sucuri website firewall"))),
  },
  {
    name: "Akamai",
    todo: `In Akamai’s bot and application rules, allow ${BY_AGENT}. ${SAFE}`,
    matches: ({ refused, header, body }) =>
      refused && (header("server") === "akamaighost" || body.includes("errors.edgesuite.net")),
  },
];

const CAPTCHA = /captcha|are you (a )?(human|robot)|verify (that )?you are (a )?human|enable javascript and cookies/;
const PASSWORD_FIELD = /<input[^>]+type=["']?password/;
const OTHER_CHALLENGE = `A browser challenge protects your receiver. Allow ${BY_AGENT}. ${SAFE}`;
const OTHER_LOGIN = "Exempt the receiver’s path from the login. The signature authenticates the request.";

/** The bot protection or login page behind this response to a POST of JSON; null: none recognised. */
export function wallOf({ status, headers, body }: Answer): Wall | null {
  const seen: Seen = {
    status,
    refused: status >= 400,
    header: (name) => headerOf(headers, name)?.toLowerCase() ?? "",
    cookies: [headers["set-cookie"] ?? []].flat().join(" ").toLowerCase(),
    body: body.toLowerCase(),
  };
  const known = SIGNATURES.find(({ matches }) => matches(seen));
  if (known) return { name: known.name, kind: known.kind ?? "challenge", todo: known.todo };
  if (!isHtml(seen.header("content-type"), seen.body)) return null;
  if (PASSWORD_FIELD.test(seen.body)) return { name: null, kind: "login", todo: OTHER_LOGIN };
  if (CAPTCHA.test(seen.body)) return { name: null, kind: "challenge", todo: OTHER_CHALLENGE };
  return null;
}

/** Whether a response is an HTML page. `contentType`, `body`: in lower case. */
export function isHtml(contentType: string, body: string): boolean {
  return contentType.includes("text/html") || /^\s*(<!doctype html|<html)/.test(body);
}
