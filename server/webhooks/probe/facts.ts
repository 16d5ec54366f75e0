import type { SafeAnswer } from "../../lib/safe-fetch";

/** What the name of a saved address led to. `forbidden`: how many of its addresses no webhook may reach. */
export type NameFacts =
  /** The address itself stands in the URL: there is nothing to resolve. */
  | { kind: "literal" }
  | { kind: "resolved"; ipv4: number; ipv6: number; forbidden: number }
  | { kind: "unresolved" }
  /** The guard does not take the URL any more, in its words: "is a name of a private network". */
  | { kind: "refused"; reason: string };

/** Where a redirect points. */
export type RedirectFacts = {
  /** Whole and resolved against the saved address; null: the answer named none that can be read. */
  target: string | null;
  /** Whether the guard would take the target. */
  allowed: boolean;
};

/** One call of a probe. `at`: when its answer was there. */
export type ProbeCall = { answer: SafeAnswer; at: Date };

/** Everything that a probe found out, before any of it is judged. */
export type ProbeFacts = {
  url: string;
  signed: boolean;
  name: NameFacts;
  /** In order; none where the guard let nothing out. The first is the event that is judged; the rest measure. */
  calls: ProbeCall[];
  redirect: RedirectFacts | null;
};

/** In the order in which a call comes by them. */
export type Topic = "name" | "connection" | "encryption" | "redirect" | "wall" | "answer" | "speed" | "clock";

/**
 * What was found about one topic. `unreached`: the call did not come so far. `found` is the fact, `why` what it means,
 * `todo` what to do; plain English, as the Console shows it. `suggestion`: an address to save instead.
 */
export type Finding = {
  topic: Topic;
  state: "good" | "warn" | "bad" | "unreached";
  found: string;
  why: string | null;
  todo: string | null;
  suggestion: string | null;
};

/** A finding; what is not said is null. */
export function finding(
  topic: Topic,
  state: Finding["state"],
  found: string,
  more: { why?: string; todo?: string; suggestion?: string } = {},
): Finding {
  const { why = null, todo = null, suggestion = null } = more;
  return { topic, state, found, why, todo, suggestion };
}

/** The first call's answer, if there was one. */
export function firstAnswer({ calls }: ProbeFacts): Extract<SafeAnswer, { kind: "answered" }> | null {
  const answer = calls[0]?.answer;
  return answer?.kind === "answered" ? answer : null;
}

/** A header's value, the first where there are several. */
export function headerOf(headers: Record<string, string | string[]>, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
