import type { Outputs } from "./queries";

export type Credential = Outputs["credentials"]["list"][number];
export const SCOPES = ["read", "payments", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];

/** What a credential may do, as the form offers it. */
export const SCOPE_WORDS: Record<Scope, string> = {
  read: "See payments, links and balances",
  payments: "Make payments and links, and change amounts",
  webhooks: "Say where webhooks go, and renew their secret",
};

/** What a credential may do, in a cell: all of it where it is not limited. */
export function scopeWords(scopes: readonly string[]): string {
  if (scopes.length === 0) return "everything";
  return scopes.length === 1 && scopes[0] === "read" ? "read only" : scopes.join(", ");
}

/** Whether it gets tokens: it was not disabled, and its end has not come. */
export function isWorking({ disabledAt, hasEnded }: Pick<Credential, "disabledAt" | "hasEnded">): boolean {
  return disabledAt === null && !hasEnded;
}

/** From where it may be used, in a cell; null: from everywhere. */
export function networksText(networks: readonly string[]): string | null {
  if (networks.length === 0) return null;
  const shown = networks.slice(0, 2).map((one) => one.replace(/\/32$|\/128$/, ""));
  return networks.length > 2 ? `${shown.join(", ")} and ${networks.length - 2} more` : shown.join(", ");
}

/** How busy a credential was in the last hour. `callsLastHour` is counted up to 10,000. */
export function hourWords(callsLastHour: number): string {
  if (callsLastHour === 0) return "no call in the last hour";
  if (callsLastHour === 1) return "one call in the last hour";
  return `${callsLastHour.toLocaleString("en-GB")}${callsLastHour >= 10_000 ? " or more" : ""} calls in the last hour`;
}

/** One credential replacing another, as far as that has come. */
export type Rotation = {
  old: Credential;
  next: Credential | null;
  /** What is to be done now: make a second · give it to the server · wait for the old one to be quiet · disable that. */
  step: 1 | 2 | 3 | 4;
};

/**
 * How far the change from one credential to a newer one is, out of facts alone. Its successor is the newest active one
 * that was made after it, works in the same mode and may do the same.
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

/** Which credential is most likely being replaced: the newest that has a successor; else the one that was made last. */
export function likelyOld(credentials: readonly Credential[]): Credential | null {
  const active = credentials.filter(isWorking);
  return active.find((one) => rotationOf(one, credentials).next !== null) ?? active[0] ?? null;
}

/** A name for the second one, which says whose place it takes. */
export function nextName(name: string): string {
  const counted = /^(.*), next(?: (\d+))?$/.exec(name);
  return counted ? `${counted[1]}, next ${Number(counted[2] ?? "1") + 1}` : `${name}, next`;
}
