import { type Finding, finding, firstAnswer, type ProbeFacts } from "./facts";

const LOGIN_PATH = /(^|[/._-])(log-?in|sign-?in|auth|sso|oauth2?|saml|account)([/._?-]|$)/i;

/** Whether a status is a redirect. 300 and 304 are not. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** `www.shop.example` and `shop.example` are one site. */
const siteOf = (hostname: string) => hostname.replace(/^www\./, "");

export function redirectFinding({ url, redirect, ...facts }: ProbeFacts): Finding {
  const answer = firstAnswer({ url, redirect, ...facts });
  if (!answer) return finding("redirect", "unreached", "No response.");
  if (!isRedirect(answer.status)) return finding("redirect", "good", "No redirect.");
  const found = `The response is a redirect (${answer.status}).`;
  const why = "Webhooks don’t follow redirects. An event is only sent to the saved address.";
  const target = redirect?.target ?? null;
  if (answer.withheld) {
    return finding("redirect", "bad", found, {
      why,
      todo: "Configure the receiver to respond directly. The redirect’s target isn’t shown, because the address is on a private network.",
    });
  }
  if (target === null) {
    return finding("redirect", "bad", found, {
      why,
      todo: "Configure the receiver to respond directly. Its redirect has no valid target.",
    });
  }
  const kind = kindOf(new URL(url), new URL(target));
  const to = `It points to ${target}: ${TARGETS[kind]}.`;
  const own = kind !== "login" && kind !== "elsewhere" && kind !== "itself";
  if (own && redirect?.allowed) {
    return finding("redirect", "bad", found, {
      why: `${to} ${why}`,
      todo: "Save that address instead.",
      suggestion: target,
    });
  }
  return finding("redirect", "bad", found, { why: `${to} ${why}`, todo: REMEDIES[kind] });
}

type Kind = "encrypted" | "slash" | "www" | "path" | "login" | "elsewhere" | "itself";

const TARGETS: Record<Kind, string> = {
  encrypted: "the same address with https",
  slash: "the same address except for the trailing slash",
  www: "the same site with or without www",
  path: "another path of the same host",
  login: "a login page",
  elsewhere: "another host",
  itself: "the requested address itself",
};

const REACHABLE = "Save an address that responds directly. Webhooks can’t be sent to the redirect’s target.";
const REMEDIES: Record<Kind, string> = {
  encrypted: REACHABLE,
  slash: REACHABLE,
  www: REACHABLE,
  path: REACHABLE,
  login: "Exempt the receiver’s path from the login. The signature authenticates the request.",
  elsewhere: "If that is your receiver, save its address. Otherwise find out what redirects the request.",
  itself: "The receiver may require a cookie. Exempt its path from that check.",
};

function kindOf(from: URL, to: URL): Kind {
  if (to.href === from.href) return "itself";
  if (LOGIN_PATH.test(to.pathname) && !LOGIN_PATH.test(from.pathname)) return "login";
  if (siteOf(to.hostname) !== siteOf(from.hostname)) return "elsewhere";
  if (to.hostname !== from.hostname) return "www";
  if (from.protocol === "http:" && to.protocol === "https:") return "encrypted";
  const bare = (path: string) => path.replace(/\/+$/, "");
  return bare(to.pathname) === bare(from.pathname) && to.search === from.search ? "slash" : "path";
}
