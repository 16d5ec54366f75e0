import { type Finding, finding, firstAnswer, type ProbeFacts } from "./facts";

const LOGIN_PATH = /(^|[/._-])(log-?in|sign-?in|auth|sso|oauth2?|saml|account)([/._?-]|$)/i;

/** Whether an answer sends the caller elsewhere. 304 says something else, and 300 offers a choice. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** `www.shop.example` and `shop.example` are one site. */
const siteOf = (hostname: string) => hostname.replace(/^www\./, "");

export function redirectFinding({ url, redirect, ...facts }: ProbeFacts): Finding {
  const answer = firstAnswer({ url, redirect, ...facts });
  if (!answer) return finding("redirect", "unreached", "There was no answer.");
  if (!isRedirect(answer.status)) return finding("redirect", "good", "It answers where it is asked, with no redirect.");
  const found = `It answers with a redirect (${answer.status}).`;
  const why = "We follow none: an event goes to the address that was saved and checked, and nowhere else.";
  const target = redirect?.target ?? null;
  if (answer.withheld) {
    return finding("redirect", "bad", found, {
      why,
      todo: "Let the receiver answer by itself. Where it sends callers is not shown: the address is in a private network.",
    });
  }
  if (target === null) {
    return finding("redirect", "bad", found, {
      why,
      todo: "Let the receiver answer by itself: its redirect names no address.",
    });
  }
  const kind = kindOf(new URL(url), new URL(target));
  const to = `It points to ${target}: ${WORDS[kind]}.`;
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

const WORDS: Record<Kind, string> = {
  encrypted: "the same address by https",
  slash: "the same address but for the slash at its end",
  www: "the same site under its other name",
  path: "another path of the same host",
  login: "a page to sign in on",
  elsewhere: "another host",
  itself: "the very address that was asked",
};

const REACHABLE = "Save an address that answers by itself; this one may not be reached by webhooks.";
const REMEDIES: Record<Kind, string> = {
  encrypted: REACHABLE,
  slash: REACHABLE,
  www: REACHABLE,
  path: REACHABLE,
  login: "Take the receiver’s path out of what needs a login: nobody signs in here but the signature.",
  elsewhere: "If that is your receiver, save its address. If it is not, see who sends callers away.",
  itself: "The receiver may want a cookie first, as pages do. Take its path out of what asks for one.",
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
