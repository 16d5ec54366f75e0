import { addressOf, allOf, cursorOf, type Search, textOf, timeOf } from "../../ui/filter/filter-address";
import { fittingOf, onlySet, setPartsOf } from "../../ui/filter/filter-span";

export const AUDIT_PATH = "/console/audit";
export const PLATFORM_AUDIT_PATH = "/operator/audit";
export const partnerAuditPath = (partnerId: string) => `/acting/audit/${partnerId}`;

/** Groups of actions by their nouns (`credential` of `credential.created`). */
export const ACTION_GROUPS = [
  { id: "payments", words: "Payments and links", nouns: ["payment_link", "payment", "payment_anomaly", "customer"] },
  { id: "accounts", words: "Accounts and transactions", nouns: ["account", "account_consent", "statement_entry"] },
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
  { id: "credentials", words: "API keys", nouns: ["credential", "token_family"] },
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
      "notification",
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
      "reports",
      "deliveries",
      "calls",
      "audit_log",
      "merchants",
      "partners",
      "people",
    ],
  },
] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number]["id"];

/** The filter in the page's address. */
export type AuditFilter = {
  /** A user's or a credential's id. */
  actor?: string;
  groups?: ActionGroup[];
  about?: string;
  /** ISO 8601, UTC. */
  from?: string;
  to?: string;
};

const ACTOR = /^[\w-]{1,64}$/;

/** The filter and cursor of an address. Invalid values are ignored. */
export function readAuditSearch(search: Search): { filter: AuditFilter; cursor?: string } {
  const groups = ACTION_GROUPS.map(({ id }) => id).filter((id) => allOf(search, "act").includes(id));
  const filter = onlySet<AuditFilter>({
    actor: fittingOf(search, "actor", ACTOR),
    groups: groups.length > 0 ? groups : undefined,
    about: textOf(search, "q"),
    from: timeOf(search, "from"),
    to: timeOf(search, "until"),
  });
  return onlySet({ filter, cursor: cursorOf(search) });
}

/** The query parameters of a filter, without its search. */
export function auditValues({ actor, groups, from, to }: AuditFilter) {
  return { actor, act: groups, from, until: to };
}

/** The address of a page of the log: what `readAuditSearch` reads. */
export function auditPath(path: string, filter: AuditFilter, cursor?: string) {
  return addressOf(path, { ...auditValues(filter), q: filter.about, at: cursor });
}

/** The filter as the call takes it. */
export function auditInput({ actor, groups, ...rest }: AuditFilter) {
  const nouns = ACTION_GROUPS.filter(({ id }) => groups?.includes(id)).flatMap(({ nouns }) => [...nouns]);
  return { ...rest, ...(actor ? { actorId: actor } : {}), ...(nouns.length > 0 ? { nouns } : {}) };
}

/** The set filters, each with its label and the filter without it. */
export function auditParts(filter: AuditFilter): { words: string; rest: AuditFilter }[] {
  return setPartsOf(filter, [
    ["the search", ["about"]],
    ["the person", ["actor"]],
    ["the action", ["groups"]],
    ["the time", ["from", "to"]],
  ]);
}
