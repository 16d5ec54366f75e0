import { listEntries } from "../audit/list-entries";
import { PLATFORM_CHAIN } from "../audit/rules";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type AuditLogEntry, withNames } from "./read-audit-log";
import type { SignedInUser } from "./sessions";

/** Something that happened to the person's sign-in. */
export type OwnHappening = Pick<AuditLogEntry, "id" | "at" | "action" | "detail" | "ip" | "device"> & {
  /** `you`; `operator`: somebody who runs the installation; `nobody`: who it was is not known. */
  by: "you" | "operator" | "nobody";
};

export type OwnHistory = { items: OwnHappening[]; newer: string | null; older: string | null };

/**
 * What happened to a person's sign-in, by them or by others, the latest first. From where an operator acted is theirs.
 * @throws AppError VALIDATION_ERROR for a cursor that no page gave out
 */
export async function readOwnHistory(
  ctx: Ctx,
  { id }: SignedInUser,
  window: { cursor?: string | undefined; size: number },
): Promise<OwnHistory> {
  const page = await listEntries(ctx, { chainId: PLATFORM_CHAIN, subjectId: id }, window);
  const entries = await withNames(dbOf(ctx), page.rows);
  const items = entries.map(({ actor, ip, device, ...entry }): OwnHappening => {
    const { action, at, detail } = entry;
    const told = { id: entry.id, at, action, detail };
    if (actor.kind === "user" && actor.id === id) return { ...told, ip, device, by: "you" };
    const isNobody = actor.kind === "shopper";
    return { ...told, ip: isNobody ? ip : null, device: null, by: isNobody ? "nobody" : "operator" };
  });
  return { items, newer: page.newer, older: page.older };
}
