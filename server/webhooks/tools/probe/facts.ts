import type { SafeAnswer } from "../../../lib/net/safe-fetch";

/** What the host name resolved to. `forbidden`: how many of its addresses are blocked for webhooks. */
export type NameFacts =
  /** The URL contains an IP address. */
  | { kind: "literal" }
  | { kind: "resolved"; ipv4: number; ipv6: number; forbidden: number }
  | { kind: "unresolved" }
  /** The guard refuses the URL. `reason` follows "the address". */
  | { kind: "refused"; reason: string };

/** Where a redirect points. */
export type RedirectFacts = {
  /** Absolute; null: the response has no valid Location. */
  target: string | null;
  /** Whether the guard allows the target. */
  allowed: boolean;
};

/** One call of a probe. `at`: when its response was complete. */
export type ProbeCall = { answer: SafeAnswer; at: Date };

/** The measurements of a probe; the rules derive the findings from them. */
export type ProbeFacts = {
  url: string;
  signed: boolean;
  name: NameFacts;
  /** In order; empty if the guard refused. The first is judged; the others only measure time. */
  calls: ProbeCall[];
  redirect: RedirectFacts | null;
};

/** In the order of a request's phases. */
export type Topic = "name" | "connection" | "encryption" | "redirect" | "wall" | "answer" | "speed" | "clock";

/**
 * One finding. `unreached`: the request ended before this topic. `found`: the fact; `why`: its meaning or cause; `todo`:
 * what to do; English, as the Console shows it. `suggestion`: a URL to save instead.
 */
export type Finding = {
  topic: Topic;
  state: "good" | "warn" | "bad" | "unreached";
  found: string;
  why: string | null;
  todo: string | null;
  suggestion: string | null;
};

/** A finding; fields not given are null. */
export function finding(
  topic: Topic,
  state: Finding["state"],
  found: string,
  more: { why?: string; todo?: string; suggestion?: string } = {},
): Finding {
  const { why = null, todo = null, suggestion = null } = more;
  return { topic, state, found, why, todo, suggestion };
}

/** The first call's response; null: none. */
export function firstAnswer({ calls }: ProbeFacts): Extract<SafeAnswer, { kind: "answered" }> | null {
  const answer = calls[0]?.answer;
  return answer?.kind === "answered" ? answer : null;
}

/** The header's first value. */
export function headerOf(headers: Record<string, string | string[]>, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
