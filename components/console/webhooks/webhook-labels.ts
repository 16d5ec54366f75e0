import type { EndpointState } from "@/server/webhooks/health/endpoint-state";

/** The facts that determine the summary of a merchant's endpoints. */
type SummaryFacts = {
  signed: boolean;
  state: EndpointState;
  /** The last successful delivery of the last 30 days. */
  lastSuccessAt: string | null;
};

/** The lead of the webhooks page: where results go, and which endpoints do not accept them now. */
export function formatWebhooksSummary(endpoints: readonly SummaryFacts[]): string {
  if (endpoints.length === 0) return "Send each payment result to your server, signed";
  const enabled = endpoints.filter(({ state }) => state !== "disabled");
  if (enabled.length === 0) return "All endpoints are disabled. No webhooks are sent.";
  const signed = enabled.every((endpoint) => endpoint.signed) ? ", signed" : "";
  const lead = `We send each payment result to ${endpoints.length === 1 ? "this address" : "these addresses"}${signed}`;
  const paused = enabled.filter(({ state }) => state === "paused").length;
  const failing = enabled.filter(({ state }) => state === "failing" || state === "circuit_open").length;
  const disabled = endpoints.length - enabled.length;
  const troubles = [
    failing > 0 ? `${failing} failing` : null,
    paused > 0 ? `${paused} paused` : null,
    disabled > 0 ? `${disabled} disabled` : null,
  ].filter((part) => part !== null);
  const states = troubles.length > 0 ? `. ${troubles.join(", ")}` : "";
  if (failing + paused > 0) return `${lead}${states}. Payments continue; events are queued.`;
  const isIdle = enabled.every(({ lastSuccessAt }) => lastSuccessAt === null);
  return `${lead}${states}${isIdle ? ". No successful delivery in the last 30 days" : ""}`;
}

/** `payment_request.succeeded` → `succeeded`, `payment_link.used` → `link used`. */
function shortEventType(type: string): string {
  return type.replace(/^payment_request\./, "").replace(/^payment_link\./, "link ");
}

/** The events that an endpoint receives; an empty list is all of them. `shown`: how many are written out before "and n more". */
export function formatSubscribedEvents(eventTypes: readonly string[], shown = Number.POSITIVE_INFINITY): string {
  if (eventTypes.length === 0) return "All events";
  const types = eventTypes.map(shortEventType);
  const more = types.length - shown;
  return more <= 0 ? types.join(", ") : `${types.slice(0, shown).join(", ")} and ${more} more`;
}

/** Whether an endpoint receives live payments, tests, or both. */
export function formatMode(environment: string): string {
  return environment === "Both" ? "Live, test" : environment;
}

type Unnamed =
  | { to: "default_url" }
  | { to: "endpoint"; endpoint: { name: string }; marked: boolean }
  | { to: "none"; because: "no_endpoint" | "several" };

/** A sentence with an endpoint's name in bold; null: without a name. */
export type Sentence = { before: string; name: string | null; after: string };

/** Where payments without a named endpoint go: one sentence, or two where live and test payments differ. */
export function formatDefaultEndpoint({ live, test }: { live: Unnamed; test: Unnamed }): Sentence[] {
  if (JSON.stringify(live) === JSON.stringify(test)) return [defaultSentence("Payments", live)];
  return [defaultSentence("Live payments", live), defaultSentence("Test payments", test)];
}

function defaultSentence(payments: string, found: Unnamed): Sentence {
  const begin = `${payments} without a named endpoint`;
  if (found.to === "default_url") return { before: `${begin} use the default URL.`, name: null, after: "" };
  if (found.to === "endpoint") {
    const after = found.marked ? ", the default endpoint." : ", the only endpoint that accepts them.";
    return { before: `${begin} use `, name: found.endpoint.name, after };
  }
  const why =
    found.because === "several" ? "several endpoints accept them and none is the default" : "no endpoint accepts them";
  return { before: `${begin} send no webhooks: ${why}, and no default URL is set.`, name: null, after: "" };
}

/** The private networks that the operator opened to this merchant; null: none. */
export function formatAllowedNetworks(
  networks: readonly string[],
): { before: string; networks: string; after: string } | null {
  if (networks.length === 0) return null;
  return {
    before: "Your endpoints may use these private networks: ",
    networks: networks.join(", "),
    after: ". Of responses from there we keep only status and duration. All other private addresses are blocked.",
  };
}

/** Why a URL was rejected: the server's reason continues "The address". */
export function urlError(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : `The address ${reason}.`;
}

/** A signing secret by its last four characters. */
export function formatSecretHint(hint: string | null): string {
  return hint === null ? "an unreadable secret" : `whsec_…${hint}`;
}
