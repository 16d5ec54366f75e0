import { addressOf, allOf, cursorOf, type Search, textOf, timeOf, without } from "./filter-address";

export const AUDIT_PATH = "/console/audit";
export const PLATFORM_AUDIT_PATH = "/operator/audit";
export const partnerAuditPath = (partnerId: string) => `/acting/audit/${partnerId}`;

/** Acts that belong together, by their nouns (`credential` of `credential.created`). */
export const ACT_GROUPS = [
  { id: "payments", words: "Payments and links", nouns: ["payment_link", "payment", "payment_anomaly"] },
  { id: "accounts", words: "Accounts and movements", nouns: ["account", "account_consent", "statement_entry"] },
  {
    id: "webhooks",
    words: "Webhooks",
    nouns: [
      "webhook_url",
      "webhook_secret",
      "webhook_endpoint",
      "webhook_destination",
      "webhook_delivery",
      "webhook_deliveries",
      "webhook_listener",
      "webhook_test",
    ],
  },
  { id: "credentials", words: "Credentials", nouns: ["credential", "token_family"] },
  {
    id: "people",
    words: "Team and sign-ins",
    nouns: [
      "team",
      "acting",
      "user",
      "session",
      "passkey",
      "second_step",
      "two_factor",
      "recovery_code",
      "recovery_codes",
    ],
  },
  { id: "checkout", words: "Merchant and checkout", nouns: ["merchant", "partner", "connection"] },
  {
    id: "exports",
    words: "Exports",
    nouns: [
      "payments",
      "payment_links",
      "movements",
      "deliveries",
      "calls",
      "audit_log",
      "merchants",
      "partners",
      "people",
    ],
  },
] as const;
export type ActGroup = (typeof ACT_GROUPS)[number]["id"];

/** What the page is narrowed to, as its address has it. */
export type AuditFilter = {
  /** A user's or a credential's id. */
  actor?: string;
  groups?: ActGroup[];
  about?: string;
  /** ISO 8601, UTC. */
  from?: string;
  to?: string;
};

const ACTOR = /^[\w-]{1,64}$/;

/** The filter and the page that an address asks for. What no page ever wrote there is passed over. */
export function readAuditSearch(search: Search): { filter: AuditFilter; cursor?: string } {
  const actor = textOf(search, "actor");
  const groups = ACT_GROUPS.map(({ id }) => id).filter((id) => allOf(search, "act").includes(id));
  const [about, from, to, cursor] = [
    textOf(search, "q"),
    timeOf(search, "from"),
    timeOf(search, "until"),
    cursorOf(search),
  ];
  return {
    filter: {
      ...(actor && ACTOR.test(actor) ? { actor } : {}),
      ...(groups.length > 0 ? { groups } : {}),
      ...(about ? { about } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    },
    ...(cursor ? { cursor } : {}),
  };
}

/** What stands in the address for a filter, without its search. */
export function auditValues({ actor, groups, from, to }: AuditFilter) {
  return { actor, act: groups, from, until: to };
}

/** The address of a page of the log: what `readAuditSearch` reads. */
export function auditPath(path: string, filter: AuditFilter, cursor?: string) {
  return addressOf(path, { ...auditValues(filter), q: filter.about, at: cursor });
}

/** The filter as the call takes it. */
export function auditInput({ actor, groups, ...rest }: AuditFilter) {
  const nouns = ACT_GROUPS.filter(({ id }) => groups?.includes(id)).flatMap(({ nouns }) => [...nouns]);
  return { ...rest, ...(actor ? { actorId: actor } : {}), ...(nouns.length > 0 ? { nouns } : {}) };
}

/** The parts of a filter that a person set and can take away, each with its words. */
export function auditParts(filter: AuditFilter): { words: string; rest: AuditFilter }[] {
  const parts: { words: string; rest: AuditFilter }[] = [];
  if (filter.about) parts.push({ words: "the search", rest: without(filter, "about") });
  if (filter.actor) parts.push({ words: "the person", rest: without(filter, "actor") });
  if (filter.groups) parts.push({ words: "the act", rest: without(filter, "groups") });
  if (filter.from || filter.to) parts.push({ words: "the time", rest: without(filter, "from", "to") });
  return parts;
}
