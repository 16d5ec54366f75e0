import { isUrl } from "./parse-url";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Calls of the Console in one request (tRPC batch). */
export const MAX_BATCH_CALLS = 20;

/**
 * What one kind of request may take: `bodyBytes` of its body; `answerBytes` of the answer where its length is open-ended;
 * `atOnce`, for one caller and in this process, beside the caller's slots (server/entry/slots.ts).
 */
export type Bound = {
  name: string;
  kind: "upload" | "export" | "stream" | "search" | "list" | "body";
  methods: readonly string[];
  /** Matched against the path as the routers read it: resolved and decoded, without its query. */
  path: RegExp;
  /** Narrows the path: to requests with this parameter in their query, or to calls of the Console by name. */
  parameter?: string;
  procedures?: readonly string[];
  bodyBytes: number;
  answerBytes?: number;
  atOnce?: { own: number; all: number };
  /** Open at once for one payment or link, and in this process: streams hold no slot. */
  streams?: { own: number; all: number };
};

/** Procedures of the Console that look through whole tables for a text or a filter. */
const SEARCHES = [
  ...["search.find", "payments.list", "paymentLinks.list", "movements.list", "webhooks.log.search"],
  ...["webhooks.log.countResend", "developers.calls.search", "developers.events.list", "audit.list"],
  ...["partnerAudit.list", "platform.audit.list", "platform.merchants.list", "platform.people.list"],
  ...["audit.verify", "partnerAudit.verify", "platform.audit.verify"],
];

/** Procedures that answer a page, or all of a short list. */
const LISTS = [
  ...[
    "me.history",
    "overview.needs",
    "overview.latest",
    "payments.choices",
    "payments.ofLink",
    "payments.triesOfLinks",
  ],
  ...["paymentLinks.currencies", "credentials.list", "webhooks.endpoints.list", "webhooks.health.list"],
  ...["webhooks.health.failing", "webhooks.exam.list", "accounts.list", "movements.choices", "movements.unplaced"],
  ...["movements.disagreements", "acting.merchants", "team.list", "partnerTeam.list", "audit.choices"],
  ...["partnerAudit.choices", "platform.audit.choices", "platform.system.mails", "platform.anomalies.list"],
  ...[
    "platform.names.list",
    "platform.usage.list",
    "platform.partners.list",
    "platform.banks.list",
    "platform.connections.list",
    "platform.accounts.list",
  ],
];

const READS = ["GET", "HEAD"] as const;
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** Every bound on uploads, exports, streams, searches, lists and bodies. The first row that fits a request holds. */
export const BOUNDS = [
  {
    name: "export",
    kind: "export",
    methods: READS,
    path: /\/export\.(?:csv|jsonl)$/,
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
    streams: { own: 8, all: 2_000 },
  },
  {
    name: "logo",
    kind: "upload",
    methods: ["POST"],
    path: /^\/console\/checkout\/logo$/,
    bodyBytes: 256 * KIB,
    atOnce: { own: 1, all: 4 },
  },
  {
    name: "Console search",
    kind: "search",
    methods: [...READS, "POST"],
    path: /^\/api\/trpc\//,
    procedures: SEARCHES,
    bodyBytes: 256 * KIB,
    atOnce: { own: 4, all: 24 },
  },
  {
    name: "Console list",
    kind: "list",
    methods: [...READS, "POST"],
    path: /^\/api\/trpc\//,
    procedures: LISTS,
    bodyBytes: 256 * KIB,
    atOnce: { own: 8, all: 32 },
  },
  {
    // Pasted webhooks and connections to banks are the longest.
    name: "Console call",
    kind: "body",
    methods: [...READS, "POST"],
    path: /^\/api\/trpc\//,
    bodyBytes: 256 * KIB,
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
    path: /^\/(?:sign-in|invitation|console\/(?:merchant|mode)|checkout|embed|pay|return)(?:\/|$)/,
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

/** Of a request with a body that no row is for: nothing listens to it. */
export const UNLISTED_BODY_BYTES = 0;

type Named<Name extends string> = Extract<(typeof BOUNDS)[number], { name: Name }>;

/** The row of that name. */
export function boundNamed<const Name extends (typeof BOUNDS)[number]["name"]>(name: Name): Named<Name> {
  return BOUNDS.find((bound) => bound.name === name) as Named<Name>;
}

/** The row that a request falls under, by its method and its target; null where nothing of it is bounded but its slot. */
export function boundOf(method: string, target: string): Bound | null {
  const { path, parameters } = readTarget(target);
  const fits = (bound: Bound) =>
    bound.methods.includes(method) &&
    bound.path.test(path) &&
    (bound.parameter === undefined || parameters.has(bound.parameter)) &&
    (bound.procedures === undefined || proceduresOf(path).some((name) => bound.procedures?.includes(name)));
  return BOUNDS.find(fits) ?? null;
}

/** A target as the routers read it: of either form (RFC 9112 §3.2), its dot segments resolved, its escapes decoded. */
function readTarget(target: string): { path: string; parameters: URLSearchParams } {
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
