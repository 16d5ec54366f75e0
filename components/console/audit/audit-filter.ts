import { textOf } from "../../ui/filter/filter-address";
import { filterOf, fitting, someOf } from "../../ui/filter/filter-fields";
import { TIME_FIELDS } from "../../ui/filter/filter-span";

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
  { id: "checkout", words: "Merchant and checkout", nouns: ["merchant", "partner", "connection", "encryption_key"] },
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

const AUDIT = filterOf<AuditFilter>(
  {
    actor: ["actor", fitting(ACTOR)],
    groups: ["act", someOf(ACTION_GROUPS.map(({ id }) => id))],
    ...TIME_FIELDS,
    about: ["q", textOf],
  },
  [
    ["the search", ["about"]],
    ["the person", ["actor"]],
    ["the action", ["groups"]],
    ["the time", ["from", "to"]],
  ],
);
export const { read: readAuditSearch, values: auditValues, parts: auditParts } = AUDIT;

/** The address of a page of the log: what `readAuditSearch` reads. */
export function auditPath(path: string, filter: AuditFilter, cursor?: string) {
  return AUDIT.address(path, filter, { at: cursor });
}

/** The filter as the call takes it. */
export function auditInput({ actor, groups, ...rest }: AuditFilter) {
  const nouns = ACTION_GROUPS.filter(({ id }) => groups?.includes(id)).flatMap(({ nouns }) => [...nouns]);
  return { ...rest, ...(actor ? { actorId: actor } : {}), ...(nouns.length > 0 ? { nouns } : {}) };
}
