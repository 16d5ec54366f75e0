import type { Outputs } from "../../ui/queries";
import { capitalize } from "../../ui/text";

export type Credential = Outputs["credentials"]["list"][number];
export const SCOPES = ["read", "payments", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];

/** Permissions as the form offers them. */
export const SCOPE_LABELS: Record<Scope, string> = {
  read: "See payments, links and balances",
  payments: "Create payments and links, and change amounts",
  webhooks: "Set the webhook URL and rotate its secret",
};

/** Permissions in a cell; an empty list is full access. */
export function formatScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return "Full access";
  return scopes.length === 1 && scopes[0] === "read" ? "Read only" : capitalize(scopes.join(", "));
}

/** Whether the key gets tokens: not disabled and not ended. */
export function isWorking({ disabledAt, hasEnded }: Pick<Credential, "disabledAt" | "hasEnded">): boolean {
  return disabledAt === null && !hasEnded;
}

/** Allowed IP addresses in a cell; null: all. */
export function formatNetworks(networks: readonly string[]): string | null {
  if (networks.length === 0) return null;
  const shown = networks.slice(0, 2).map((one) => one.replace(/\/32$|\/128$/, ""));
  return networks.length > 2 ? `${shown.join(", ")} and ${networks.length - 2} more` : shown.join(", ");
}

/** Requests of the last hour, counted up to 10,000. */
export function formatRecentRequests(callsLastHour: number): string {
  if (callsLastHour === 0) return "no requests in the last hour";
  if (callsLastHour === 1) return "1 request in the last hour";
  return `${callsLastHour.toLocaleString("en-GB")}${callsLastHour >= 10_000 ? " or more" : ""} requests in the last hour`;
}

/** The rotation from one key to the next. */
export type Rotation = {
  old: Credential;
  next: Credential | null;
  /**
   * The current step: create a second key, put it on the server, wait until the old one is unused, disable the old one.
   */
  step: 1 | 2 | 3 | 4;
};

/**
 * The progress of a rotation, derived from use. The successor is the newest active key created later with the same mode
 * and permissions.
 */
export function rotationOf(old: Credential, credentials: readonly Credential[]): Rotation {
  const [next = null] = credentials
    .filter(
      (one) =>
        one.id !== old.id &&
        isWorking(one) &&
        one.createdAt > old.createdAt &&
        one.testOnly === old.testOnly &&
        one.scopes.join() === old.scopes.join(),
    )
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (next === null) return { old, next, step: 1 };
  if (next.lastUsedAt === null) return { old, next, step: 2 };
  return { old, next, step: old.isQuiet ? 4 : 3 };
}

/** The key that is most likely being rotated: the newest with a successor, else the newest. */
export function likelyOld(credentials: readonly Credential[]): Credential | null {
  const active = credentials.filter(isWorking);
  return active.find((one) => rotationOf(one, credentials).next !== null) ?? active[0] ?? null;
}

/** The initial values of the form of a new API key. */
export type ApiKeyDraft = Partial<Pick<Credential, "name" | "testOnly" | "scopes" | "allowedNetworks">>;

/** The second key of a rotation: with the permissions of the first and its restriction to IP addresses, without its end. */
export function draftAfter({ name, testOnly, scopes, allowedNetworks }: Credential): ApiKeyDraft {
  return { name: nextName(name), testOnly, scopes, allowedNetworks };
}

/** The name of the successor. */
export function nextName(name: string): string {
  const counted = /^(.*), next(?: (\d+))?$/.exec(name);
  return counted ? `${counted[1]}, next ${Number(counted[2] ?? "1") + 1}` : `${name}, next`;
}
