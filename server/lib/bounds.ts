import { isUrl } from "./net/parse-url";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Calls of the Console in one request (tRPC batch). */
export const MAX_BATCH_CALLS = 20;

/**
 * Attempts of one payment, or of all payments of one link, within so long: each is a call or two to a bank under the
 * operator's certificate, for anyone who has the payment's address. A customer who changes banks needs a few.
 */
export const MAX_ATTEMPTS = 25;
export const MAX_ATTEMPTS_WITHIN_S = 3600;

/**
 * Limits of one kind of request. `bodyBytes`: of its body; `answerBytes`: of a response of variable length; `atOnce`:
 * concurrent requests of one caller and of this process, in addition to the caller's slots (server/entry/slots/slots.ts).
 */
export type Bound = {
  name: string;
  kind: "export" | "stream" | "search" | "list" | "body";
  methods: readonly string[];
  /** Matched against the path as the routers see it: resolved, decoded, without the query. */
  path: RegExp;
  /** Restricts the path to requests with this query parameter, or to these Console calls by name. */
  parameter?: string;
  procedures?: readonly string[];
  bodyBytes: number;
  answerBytes?: number;
  atOnce?: { own: number; all: number };
  /**
   * The most open streams of one payment, link or credential, of one merchant, and of this process: streams hold no slot.
   */
  streams?: { own: number; merchant: number; all: number };
};

/** Procedures of the Console that search whole tables by text or filter. */
const SEARCHES =
  "search.find payments.list payments.totals payments.views.counts customers.list paymentLinks.list " +
  "transactions.list reports.list webhooks.log.search webhooks.log.countResend developers.calls.search " +
  "developers.events.list audit.list partnerAudit.list platform.audit.list platform.merchants.list " +
  "platform.people.list audit.verify partnerAudit.verify platform.audit.verify";

/** Procedures that return a page, or all of a short list. */
const LISTS =
  "me.history overview.actionItems overview.latest payments.choices payments.views.list payments.notes.list " +
  "payments.ofLink payments.triesOfLinks paymentLinks.currencies credentials.list webhooks.endpoints.list " +
  "webhooks.health.list webhooks.health.failing webhooks.diagnostics.listReceiverTests accounts.list " +
  "transactions.filterOptions transactions.unmatched transactions.receivedToday notifications.list " +
  "transactions.discrepancies acting.merchants team.list partnerTeam.list audit.choices partnerAudit.choices " +
  "platform.audit.choices platform.system.mails platform.exceptions.list platform.names.list " +
  "platform.usage.list platform.partners.list platform.banks.list platform.connections.list " +
  "platform.accounts.list";

const READS = ["GET", "HEAD"] as const;
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * The limits of exports, streams, searches, lists and bodies. The first row that matches a request applies.
 */
export const BOUNDS = [
  {
    name: "export",
    kind: "export",
    methods: READS,
    path: /\/(?:export\.(?:csv|jsonl)|camt053\.xml)$/,
    bodyBytes: 0,
    answerBytes: 256 * MIB,
    atOnce: { own: 2, all: 8 },
  },
  {
    name: "event stream",
    kind: "stream",
    methods: READS,
    path: /^\/(?:embed|pay\/[^/]+)\/events$/,
    bodyBytes: 0,
    streams: { own: 8, merchant: 500, all: 2_000 },
  },
  {
    name: "logo",
    kind: "body",
    methods: ["POST"],
    path: /^\/api\/trpc\//,
    procedures: ["branding.setLogo"],
    bodyBytes: 256 * KIB,
    atOnce: { own: 1, all: 4 },
  },
  {
    name: "Console search",
    kind: "search",
    methods: [...READS, "POST"],
    path: /^\/api\/trpc\//,
    procedures: SEARCHES.split(" "),
    bodyBytes: 256 * KIB,
    atOnce: { own: 4, all: 24 },
  },
  {
    name: "Console list",
    kind: "list",
    methods: [...READS, "POST"],
    path: /^\/api\/trpc\//,
    procedures: LISTS.split(" "),
    bodyBytes: 256 * KIB,
    atOnce: { own: 8, all: 32 },
  },
  {
    // Pasted webhooks and bank connections are the largest bodies.
    name: "Console call",
    kind: "body",
    methods: [...READS, "POST"],
    path: /^\/api\/trpc\//,
    bodyBytes: 256 * KIB,
  },
  {
    name: "webhook events",
    kind: "stream",
    methods: READS,
    path: /^\/api\/v1\/webhook-events$/,
    bodyBytes: 0,
    streams: { own: 8, merchant: 40, all: 400 },
  },
  {
    name: "API search",
    kind: "search",
    methods: READS,
    path: /^\/api\/v1\/payment-links$/,
    parameter: "search",
    bodyBytes: 0,
    atOnce: { own: 4, all: 24 },
  },
  {
    name: "API list",
    kind: "list",
    methods: READS,
    path: /^\/api\/v1\/(?:payment-links|banks\/top|balances)$/,
    bodyBytes: 0,
    atOnce: { own: 12, all: 48 },
  },
  {
    name: "API body",
    kind: "body",
    methods: WRITES,
    path: /^\/api\/v1(?:\/|$)/,
    bodyBytes: 64 * KIB,
  },
  {
    name: "form",
    kind: "body",
    methods: ["POST"],
    bodyBytes: 64 * KIB,
    path: /^\/(?:sign-in|try|invitation|console\/(?:merchant|mode)|checkout|embed|pay|return)(?:\/|$)/,
  },
  {
    name: "bank message",
    kind: "body",
    methods: ["POST"],
    path: /^\/bank-notifications\//,
    bodyBytes: 256 * KIB,
  },
  {
    name: "simulated bank",
    kind: "body",
    methods: WRITES,
    path: /^\/simbank\//,
    bodyBytes: 256 * KIB,
  },
] as const satisfies readonly Bound[];

/** The body limit of a request without a row: no route reads its body. */
export const UNLISTED_BODY_BYTES = 0;

type Named<Name extends string> = Extract<(typeof BOUNDS)[number], { name: Name }>;

/** The row with this name. */
export function boundNamed<const Name extends (typeof BOUNDS)[number]["name"]>(name: Name): Named<Name> {
  return BOUNDS.find((bound) => bound.name === name) as Named<Name>;
}

/** The row of a request, by its method and target; null where only the slots limit it. */
export function boundOf(method: string, target: string): Bound | null {
  const { path, parameters } = readTarget(target);
  const fits = (bound: Bound) =>
    bound.methods.includes(method) &&
    bound.path.test(path) &&
    (bound.parameter === undefined || parameters.has(bound.parameter)) &&
    (bound.procedures === undefined || proceduresOf(path).some((name) => bound.procedures?.includes(name)));
  return BOUNDS.find(fits) ?? null;
}

/** Nothing in it is resolved or decoded: most targets. */
const PLAIN_TARGET = /^\/[\w/-]*$/;
const NO_PARAMETERS = new URLSearchParams();

/** A target as the routers see it: either form (RFC 9112 §3.2), dot segments resolved, escapes decoded. */
function readTarget(target: string): { path: string; parameters: URLSearchParams } {
  if (PLAIN_TARGET.test(target)) return { path: target, parameters: NO_PARAMETERS };
  const origin = "http://localhost";
  const own = target.replace(/^https?:\/\/[^/?#]*/, "").replace(/^[^?]*/, (path) => path.replaceAll("\\", "%5C"));
  if (!isUrl(origin + own)) return { path: own, parameters: new URLSearchParams() };
  const { pathname, searchParams: parameters } = new URL(origin + own);
  try {
    return { path: decodeURIComponent(pathname), parameters };
  } catch {
    return { path: pathname, parameters };
  }
}

/** The calls of a batch: `/api/trpc/payments.list,me.get`. */
function proceduresOf(path: string): string[] {
  return path.slice("/api/trpc/".length).split(",", MAX_BATCH_CALLS);
}
