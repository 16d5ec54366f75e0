import type { Wall } from "./bot-walls";
import { isHtml } from "./bot-walls";
import { type Finding, finding, firstAnswer, headerOf, type ProbeFacts } from "./facts";
import { isRedirect } from "./redirect-rules";

/** Headers and body of an answer from a private network are not looked at. */
const WITHHELD = "The address is in a private network, so only the status of its answer is looked at.";

export function wallFinding(facts: ProbeFacts, wall: Wall | null): Finding {
  const answer = firstAnswer(facts);
  if (!answer) return finding("wall", "unreached", "There was no answer.");
  if (answer.withheld) return finding("wall", "unreached", WITHHELD);
  if (!wall) return finding("wall", "good", "No bot wall and no login page was met.");
  const whose = wall.name ?? (wall.kind === "login" ? "A page to sign in on" : "A page that wants a browser");
  const taken = answer.status >= 200 && answer.status < 300;
  const why = taken
    ? `It answers ${answer.status}, which counts as taken: deliveries would look delivered, and your receiver would never have seen them.`
    : "Your receiver never saw the event. No program can solve what such a page asks for.";
  return finding("wall", "bad", `${whose} answered, in front of your receiver (${answer.status}).`, {
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
    if (!silent) return say("unreached", "The connection did not come so far.");
    return say("bad", `${answer.reason.slice(0, 1).toUpperCase()}${answer.reason.slice(1)}.`, {
      why: "The event was sent, and may have been taken all the same. Without an answer it is sent again.",
      todo: "Look into the receiver’s log for this time, and answer as soon as the event is written down.",
    });
  }
  if (wall) return say("unreached", "What answered was not your receiver.");
  if (isRedirect(answer.status)) return say("unreached", "A redirect is no answer.");
  const type = headerOf(answer.headers, "content-type")?.toLowerCase() ?? "";
  if (answer.status >= 200 && answer.status < 300) {
    if (!isHtml(type, answer.body.toLowerCase())) return say("good", `It took the event, with ${answer.status}.`);
    return say("warn", `It answered ${answer.status}, with a page for people.`, {
      why: "A receiver answers with little or nothing. A page may come from the shop itself, which took nothing in.",
      todo: "See that the path is the receiver’s, and that the event of this probe came in there.",
    });
  }
  return refused(answer.status, headerOf(answer.headers, "allow"), facts.signed);
}

type Said = { found: string; why: string; todo: string };

function refused(status: number, allow: string | null, signed: boolean): Finding {
  const { found, why, todo } = wordsOf(status, allow, signed);
  return finding("answer", "bad", `${found} (${status}).`, { why, todo });
}

function wordsOf(status: number, allow: string | null, signed: boolean): Said {
  if (status === 401 || status === 403) return unauthorised(status, signed);
  const known = BY_STATUS[status];
  if (status === 405 && allow !== null) {
    return { ...BY_METHOD, why: `It takes ${allow}. Webhooks are sent with POST.` };
  }
  if (known) return known;
  if (status >= 500) return BY_STATUS[500] ?? REFUSED;
  return REFUSED;
}

function unauthorised(status: number, signed: boolean): Said {
  const found = status === 401 ? "The event was not believed" : "The event was forbidden";
  if (!signed) {
    const why = "Nothing is signed for this destination. The receiver wants a signature, or a login of its own.";
    return {
      found,
      why,
      todo: "Have it signed, and give its secret to the receiver. Or take the path out of what needs a login.",
    };
  }
  return {
    found,
    why: "The signature is right for this destination’s secret. The receiver holds another secret, or checks another body than the raw bytes, or wants a login.",
    todo: "Compare the secret, whsec_ included. The signature doctor says what exactly is wrong.",
  };
}

const REFUSED: Said = {
  found: "The receiver refuses the event",
  why: "Everything but 2xx is tried again, for three days.",
  todo: "Look into the receiver’s log for what it did not like.",
};

const BY_METHOD: Said = {
  found: "This path does not take a POST",
  why: "Webhooks are sent with POST.",
  todo: "Let the receiver take POST on this path, or save the path that does.",
};

const GATEWAY: Said = {
  found: "A server in front did not reach your application",
  why: "The connection, the name and the encryption are fine: what is behind them does not run, or is too slow.",
  todo: "See that the application runs, and that the server in front knows where.",
};

const BY_STATUS: Readonly<Record<number, Said>> = {
  400: {
    found: "The receiver does not like the event",
    why: "The probe’s event has the form of every event. A receiver that refuses types that it does not know refuses coming ones too.",
    todo: "Answer 2xx to a type that you do not know. If it is the signature, the signature doctor says what is wrong.",
  },
  404: {
    found: "There is nothing at this path",
    why: "The host is right. The path, or how the server hands it on, is not.",
    todo: "Compare the path with your receiver’s, its slash at the end included. If it means an order that it does not know: answer 2xx all the same.",
  },
  405: BY_METHOD,
  406: {
    found: "The receiver has no answer that it thinks we take",
    why: "We read no answer’s body and ask for no type.",
    todo: "Answer without looking at Accept.",
  },
  410: {
    found: "The receiver says that it is gone",
    why: "410 ends a delivery at once: no other try is made.",
    todo: "Answer otherwise as long as events are wanted. If they are not, disable the endpoint.",
  },
  413: {
    found: "The event is too large for the receiver",
    why: "Events have a few kilobytes at most.",
    todo: "Allow bodies of 64 KiB on this path.",
  },
  415: {
    found: "The receiver does not take JSON",
    why: "Events are sent as application/json.",
    todo: "Let this path take application/json, and keep the raw body for the signature.",
  },
  429: {
    found: "The receiver has had too many calls",
    why: "What it asks for in Retry-After is honoured, up to 24 hours.",
    todo: "Take webhooks out of the limit, or raise it: several come at once when many pay.",
  },
  500: {
    found: "The receiver broke",
    why: "An error of its own, while it took the event in.",
    todo: "Look into its log for this time.",
  },
  502: GATEWAY,
  503: GATEWAY,
  504: GATEWAY,
};
