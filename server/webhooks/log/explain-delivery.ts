/** What the explanation follows from. */
export type DeliveryFacts = {
  status: string;
  /** As recorded: of the last attempt, or why none was made. */
  reason: string | null;
  /** Of the last attempt, or the next; null: none. */
  host: string | null;
  tries: ReadonlyArray<{ status: number | null; error: string | null }>;
};

/** Kinds of failed attempts that need different advice. */
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

/** By the first words of the reasons in `lib/safe-fetch` and `rules.ts`. */
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

/** Names of faults without an HTTP status. */
const NAMES: Partial<Record<Fault, string>> = {
  silence: "timeout",
  closed: "connection closed",
  no_http: "invalid HTTP response",
  no_connection: "no connection",
  no_name: "DNS lookup failed",
  no_tls: "TLS error",
  guard: "blocked address",
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

/** What to do. `reason`: of the last attempt. */
const ADVICE: Record<Fault, (host: string, reason: string) => string> = {
  redirect: () => "Webhooks don’t follow redirects. Save the address that it redirects to.",
  unauthorised: (host) =>
    `Either a proxy in front of ${host} requires a login or blocks the request, or your application rejects the signature. Check it with the signature troubleshooter.`,
  missing: (host) => `The path doesn’t exist at ${host}. Check the URL.`,
  method: () => "This address doesn’t allow POST. Webhooks are sent with POST.",
  gone: () => "410 Gone ends the retries. If that was a mistake, resend the webhook.",
  too_large: () => "Your server limits the body size too strictly. An event is a few kilobytes.",
  media_type: () => "Your application doesn’t accept application/json at this address.",
  too_many: () => "Your server is rate limiting. Retry-After is respected, up to 24 hours.",
  refused: (host) =>
    `The application behind ${host} rejects the request. The usual causes are a failed signature check, or a body that is parsed before it is verified.`,
  server: applicationOf,
  silence: () => "The timeout is 15 seconds. Respond first, then process the event.",
  closed: (host) =>
    `${host} closed the connection: the application crashed, or a proxy in front of it dropped the request.`,
  no_http: (host) => `The response of ${host} isn’t valid HTTP. Check the port.`,
  no_connection: (host) =>
    `Nothing accepts connections at ${host}, or a firewall blocks them. The event didn’t reach your application.`,
  no_name: (host) => `DNS has no address for ${host}. Check the name, and that it is public.`,
  no_tls: (host, reason) => `${sentence(reason)} Nothing is sent until ${host} has a trusted certificate.`,
  guard: () => "Webhooks are only sent to public addresses, and this one isn’t public. Nothing was sent.",
  secret: () =>
    "The signing secret can’t be decrypted, and webhooks aren’t sent unsigned instead. Contact the operator.",
  other: (_host, reason) => sentence(reason),
};

function applicationOf(host: string): string {
  return `The cause is in the application behind ${host}, not in the network or the signature.`;
}

/**
 * Explains a delivery's state and what to do, in one to three sentences: "Your server was reached but didn’t accept the
 * webhook: 503 twice, then timeout. The cause is in the application behind hooks.example, not in the network or the
 * signature." Null: nothing to explain.
 */
export function explainDelivery({ status, reason, host, tries }: DeliveryFacts): string | null {
  if (status === "no_destination") {
    return "No endpoint was configured for this event. Add one, then resend the webhook.";
  }
  const last = tries.at(-1);
  if (status === "delivered")
    return tries.length > 1 ? `Delivered on attempt ${tries.length}: ${historyOf(tries)}.` : null;
  if (status === "failed" && reason !== null && reason !== last?.error) {
    return `${sentence(reason)} ${last ? "It is not retried any more." : "No attempt was made."}`;
  }
  if (!last || last.error === null) return null;
  const fault = faultOf(last);
  const lead = REACHED.has(fault)
    ? "Your server was reached but didn’t accept the webhook"
    : fault === "secret"
      ? "The webhook wasn’t sent"
      : "Your server couldn’t be reached";
  const isApplication = fault === "silence" && tries.some((one) => faultOf(one) === "server");
  const advice = isApplication ? applicationOf : ADVICE[fault];
  return `${lead}: ${historyOf(tries)}. ${advice(host ?? "your server", last.error)}`;
}

function faultOf({ status, error }: { status: number | null; error: string | null }): Fault {
  if (status === null) return FAULT_OF_REASON.find(([pattern]) => pattern.test(error ?? ""))?.[1] ?? "other";
  if (status >= 300 && status < 400) return "redirect";
  return FAULT_OF_STATUS[status] ?? (status >= 500 ? "server" : status >= 400 ? "refused" : "other");
}

/** The results of the attempts, equal neighbours counted: "503 twice, then timeout". */
function historyOf(tries: DeliveryFacts["tries"]): string {
  const runs: { name: string; times: number }[] = [];
  for (const one of tries) {
    const name = one.status === null ? (NAMES[faultOf(one)] ?? "no response") : String(one.status);
    const before = runs.at(-1);
    if (before?.name === name) before.times += 1;
    else runs.push({ name, times: 1 });
  }
  return runs.map(({ name, times }) => `${name}${TIMES[times] ?? ` ${times} times`}`).join(", then ");
}

function sentence(reason: string): string {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
}
