import type { Wall } from "./bot-walls";
import { isHtml } from "./bot-walls";
import { type Finding, finding, firstAnswer, headerOf, type ProbeFacts } from "./facts";
import { isRedirect } from "./redirect-rules";

/** Headers and body of a response from a private network are not read. */
const WITHHELD = "The address is on a private network, so only the response status is checked.";

export function wallFinding(facts: ProbeFacts, wall: Wall | null): Finding {
  const answer = firstAnswer(facts);
  if (!answer) return finding("wall", "unreached", "No response.");
  if (answer.withheld) return finding("wall", "unreached", WITHHELD);
  if (!wall) return finding("wall", "good", "No bot protection or login page.");
  const whose = wall.name ?? (wall.kind === "login" ? "A login page" : "A browser challenge");
  const taken = answer.status >= 200 && answer.status < 300;
  const why = taken
    ? `It responds with ${answer.status}, which counts as delivered, but your receiver would never see the events.`
    : "Your receiver never saw the event. Webhooks can’t pass such a page.";
  return finding("wall", "bad", `${whose} responded instead of your receiver (${answer.status}).`, {
    why,
    todo: wall.todo,
  });
}

export function answerFinding(facts: ProbeFacts, wall: Wall | null): Finding {
  const [first] = facts.calls;
  const say = (state: Finding["state"], found: string, more = {}) => finding("answer", state, found, more);
  if (!first || first.answer.kind === "refused") return say("unreached", "Nothing was sent.");
  const { answer } = first;
  if (answer.kind === "failed") {
    const silent = answer.timings.connectMs !== null && !/^no (secure )?connection/.test(answer.reason);
    if (!silent) return say("unreached", "Not reached.");
    return say("bad", `${answer.reason.slice(0, 1).toUpperCase()}${answer.reason.slice(1)}.`, {
      why: "The event was sent and may have been processed. Without a response it is retried.",
      todo: "Check your receiver’s log at this time. Respond as soon as the event is stored.",
    });
  }
  if (wall) return say("unreached", "The response didn’t come from your receiver.");
  if (isRedirect(answer.status)) return say("unreached", "The response is a redirect.");
  const type = headerOf(answer.headers, "content-type")?.toLowerCase() ?? "";
  if (answer.status >= 200 && answer.status < 300) {
    if (!isHtml(type, answer.body.toLowerCase())) return say("good", `The event was accepted (${answer.status}).`);
    return say("warn", `The response is an HTML page (${answer.status}).`, {
      why: "A receiver responds with little or nothing. An HTML page may come from the shop itself, which didn’t process the event.",
      todo: "Check that the path is your receiver’s and that it received the event of this test.",
    });
  }
  return refused(answer.status, headerOf(answer.headers, "allow"), facts.signed);
}

type Explanation = { found: string; why: string; todo: string };

function refused(status: number, allow: string | null, signed: boolean): Finding {
  const { found, why, todo } = explain(status, allow, signed);
  return finding("answer", "bad", `${found} (${status}).`, { why, todo });
}

function explain(status: number, allow: string | null, signed: boolean): Explanation {
  if (status === 401 || status === 403) return unauthorised(status, signed);
  const known = BY_STATUS[status];
  if (status === 405 && allow !== null) {
    return { ...BY_METHOD, why: `It allows ${allow}. Webhooks are sent with POST.` };
  }
  if (known) return known;
  if (status >= 500) return BY_STATUS[500] ?? REFUSED;
  return REFUSED;
}

function unauthorised(status: number, signed: boolean): Explanation {
  const found = status === 401 ? "The event wasn’t authorised" : "The event was forbidden";
  if (!signed) {
    const why = "Deliveries to this endpoint aren’t signed. The receiver requires a signature or another login.";
    return {
      found,
      why,
      todo: "Turn on signing and give the secret to your receiver, or exempt the path from the login.",
    };
  }
  return {
    found,
    why: "The signature is correct for this endpoint’s secret. The receiver uses another secret, verifies something other than the raw body, or requires a login.",
    todo: "Compare the secret, including whsec_. The signature troubleshooter finds the exact cause.",
  };
}

const REFUSED: Explanation = {
  found: "The receiver refused the event",
  why: "Every response other than 2xx is retried for three days.",
  todo: "Check your receiver’s log for the reason.",
};

const BY_METHOD: Explanation = {
  found: "This path doesn’t allow POST",
  why: "Webhooks are sent with POST.",
  todo: "Allow POST on this path, or save the correct path.",
};

const GATEWAY: Explanation = {
  found: "A proxy couldn’t reach your application",
  why: "Name, connection and encryption work. The application behind the proxy isn’t running or is too slow.",
  todo: "Check that the application runs and that the proxy’s upstream address is correct.",
};

const BY_STATUS: Readonly<Record<number, Explanation>> = {
  400: {
    found: "The receiver rejected the event",
    why: "The test event has the same form as every other event. A receiver that rejects unknown types will reject future ones too.",
    todo: "Respond with 2xx to unknown types. If the signature is the cause, use the signature troubleshooter.",
  },
  404: {
    found: "Path not found",
    why: "The host is correct. The path, or the routing behind it, isn’t.",
    todo: "Compare the path with your receiver’s, including a trailing slash. If 404 means an unknown order, respond with 2xx instead.",
  },
  405: BY_METHOD,
  406: {
    found: "The receiver found no acceptable response type",
    why: "Webhooks are sent without an Accept header, and the response body isn’t used.",
    todo: "Don’t check Accept on this path.",
  },
  410: {
    found: "The receiver is gone",
    why: "410 ends a delivery at once, without retries.",
    todo: "Respond with another status as long as you want events. Otherwise disable the endpoint.",
  },
  413: {
    found: "The event is too large for the receiver",
    why: "Events are a few kilobytes at most.",
    todo: "Allow bodies of 64 KiB on this path.",
  },
  415: {
    found: "The receiver doesn’t accept JSON",
    why: "Events are sent as application/json.",
    todo: "Accept application/json on this path, and keep the raw body for the signature.",
  },
  429: {
    found: "The receiver’s rate limit was exceeded",
    why: "Retry-After is respected, up to 24 hours.",
    todo: "Exempt webhooks from the limit or raise it. Many payments cause many events at once.",
  },
  500: {
    found: "The receiver failed",
    why: "Its code failed while processing the event.",
    todo: "Check its log at this time.",
  },
  502: GATEWAY,
  503: GATEWAY,
  504: GATEWAY,
};
