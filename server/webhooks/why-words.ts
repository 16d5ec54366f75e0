/** What a delivery says about itself, as far as its why follows from it. */
export type WhyFacts = {
  status: string;
  /** As it was recorded: of the last try, or why there was none. */
  reason: string | null;
  /** Where the last try went, or the next would; null: nowhere. */
  host: string | null;
  tries: ReadonlyArray<{ status: number | null; error: string | null }>;
};

/** What can come of a try that was no success, as far as the cure differs. */
type Fault =
  | "redirect"
  | "unauthorised"
  | "missing"
  | "method"
  | "gone"
  | "too_large"
  | "media_type"
  | "too_many"
  | "refused"
  | "server"
  | "silence"
  | "closed"
  | "no_http"
  | "no_connection"
  | "no_name"
  | "no_tls"
  | "guard"
  | "secret"
  | "other";

const FAULT_OF_STATUS: Record<number, Fault> = {
  401: "unauthorised",
  403: "unauthorised",
  404: "missing",
  405: "method",
  410: "gone",
  413: "too_large",
  415: "media_type",
  429: "too_many",
};

/** By how the reasons of `lib/safe-fetch` and `rules.ts` begin. */
const FAULT_OF_REASON: [RegExp, Fault][] = [
  [/^no answer within/, "silence"],
  [/^the connection was closed/, "closed"],
  [/^(the answer|informational answers)/, "no_http"],
  [/^(no connection|connection refused)/, "no_connection"],
  [/^the name does not resolve/, "no_name"],
  [/^no secure connection/, "no_tls"],
  [/^the address /, "guard"],
  [/^the signing secret/, "secret"],
];

/** How a fault is called in a row of several, where its status does not say it. */
const NAMES: Partial<Record<Fault, string>> = {
  silence: "silence",
  closed: "a closed connection",
  no_http: "an answer that is not HTTP",
  no_connection: "no connection",
  no_name: "a name that does not resolve",
  no_tls: "no secure connection",
  guard: "a refused address",
  secret: "no signature",
};

const REACHED: ReadonlySet<Fault> = new Set<Fault>([
  ...Object.values(FAULT_OF_STATUS),
  "redirect",
  "refused",
  "server",
  "silence",
  "closed",
  "no_http",
]);

const TIMES = ["", "", " twice", ...["three", "four", "five", "six", "seven", "eight", "nine", "ten"].map(timesOf)];

function timesOf(word: string): string {
  return ` ${word} times`;
}

/** What the cure is; `reason` is the last try's. */
const ADVICE: Record<Fault, (host: string, reason: string) => string> = {
  redirect: () =>
    "Webhooks follow no redirect: what is signed for one address is not sent to another. Give the address that it leads to.",
  unauthorised: (host) =>
    `Either something in front of ${host} asks for a sign-in or blocks callers it does not know, or the application finds the signature wrong. The signature doctor tells which.`,
  missing: (host) => `The address leads to no route of ${host}: compare its path, letter by letter.`,
  method: () => "There is something at this address, but it takes no POST. Webhooks are always POST.",
  gone: () => "410 Gone says that no further try is wanted, so there is none. If that was a mistake, send it again.",
  too_large: () => "Something in front of the application takes smaller bodies only. An event needs a few kilobytes.",
  media_type: () => "The application does not take application/json at this address.",
  too_many: () => "It asks for fewer calls. Where it says Retry-After, we wait that long, up to 24 hours.",
  refused: (host) =>
    `The application behind ${host} refuses what it reads: most often the signature check fails, or the body is parsed before it is checked.`,
  server: applicationOf,
  silence: () => "It has 15 seconds. Answer first, and work afterwards.",
  closed: (host) =>
    `The connection to ${host} stood and was closed: the application ended early, or something in front of it drops the call.`,
  no_http: (host) => `What answers at ${host} does not speak HTTP as it should. Is it the right port?`,
  no_connection: (host) =>
    `Nothing takes connections at ${host}, or a firewall keeps us out. The event did not come to the application.`,
  no_name: (host) => `The DNS knows no address of ${host}. Is the name right, and is it public?`,
  no_tls: (host, reason) => `${sentence(reason)} Until ${host} shows a certificate that is trusted, nothing is sent.`,
  guard: () => "Webhooks go to public addresses alone, and this one is not, or not any more. Nothing was sent.",
  secret: () =>
    "Its signing secret cannot be opened, and nothing is sent unsigned instead. Ask whoever runs this service.",
  other: (_host, reason) => sentence(reason),
};

function applicationOf(host: string): string {
  return `That points at the application behind ${host}, not at the network or the signature.`;
}

/**
 * Why a delivery stands as it does, and what to do, in one or two sentences: "The receiver is reached but does not take
 * it: 503 twice, then silence. That points at the application behind hooks.example, not at the network or the signature."
 * Null: there is nothing to explain.
 */
export function whyOf({ status, reason, host, tries }: WhyFacts): string | null {
  if (status === "no_destination") {
    return "Nobody was told: no webhook URL or endpoint was set for it. Set one, then send it.";
  }
  const last = tries.at(-1);
  if (status === "delivered") return tries.length > 1 ? `Taken at try ${tries.length}: ${historyOf(tries)}.` : null;
  if (status === "failed" && reason !== null && reason !== last?.error) {
    return `${sentence(reason)} ${last ? "So it was not tried again." : "So it was never tried."}`;
  }
  if (!last || last.error === null) return null;
  const fault = faultOf(last);
  const lead = REACHED.has(fault) ? "The receiver is reached but does not take it" : "The receiver is not reached";
  const isApplication = fault === "silence" && tries.some((one) => faultOf(one) === "server");
  const advice = isApplication ? applicationOf : ADVICE[fault];
  return `${lead}: ${historyOf(tries)}. ${advice(host ?? "the receiver", last.error)}`;
}

function faultOf({ status, error }: { status: number | null; error: string | null }): Fault {
  if (status === null) return FAULT_OF_REASON.find(([pattern]) => pattern.test(error ?? ""))?.[1] ?? "other";
  if (status >= 300 && status < 400) return "redirect";
  return FAULT_OF_STATUS[status] ?? (status >= 500 ? "server" : status >= 400 ? "refused" : "other");
}

/** "503 twice, then silence": what came of the tries, equal neighbours counted. */
function historyOf(tries: WhyFacts["tries"]): string {
  const runs: { name: string; times: number }[] = [];
  for (const one of tries) {
    const name = one.status === null ? (NAMES[faultOf(one)] ?? "no answer") : String(one.status);
    const before = runs.at(-1);
    if (before?.name === name) before.times += 1;
    else runs.push({ name, times: 1 });
  }
  return runs.map(({ name, times }) => `${name}${TIMES[times] ?? ` ${times} times`}`).join(", then ");
}

function sentence(reason: string): string {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
}
