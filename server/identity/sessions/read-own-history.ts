import { listEntries } from "../../audit/list-entries";
import { PLATFORM_CHAIN } from "../../audit/rules";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import type { PageCursors, PageRequest } from "../../lib/keyset";
import { type AuditLogEntry, withNames } from "../audit-log/read-audit-log";
import type { SignedInUser } from "./sessions";

/** An event of the user's sign-in and security settings. */
type OwnHistoryEntry = Pick<AuditLogEntry, "id" | "at" | "action" | "detail" | "ip" | "device"> & {
  /** `you`; `operator`: a person who runs the installation; `service`: no person; `unknown`: an unidentified person. */
  by: "you" | "operator" | "service" | "unknown";
};

/** Actions of the service itself. The operator's command line is the same kind of actor. */
const BY_SERVICE = ["token_family.reuse_detected", "token_family.repeated_elsewhere"];

type OwnHistory = PageCursors & { items: OwnHistoryEntry[] };

/**
 * The events of a user's sign-in, caused by the user or by others, newest first. The IP address and device of an
 * operator are not shown.
 * @throws AppError VALIDATION_ERROR for an unknown cursor
 */
export async function readOwnHistory(ctx: Ctx, { id }: SignedInUser, request: PageRequest): Promise<OwnHistory> {
  const page = await listEntries(ctx, { chainId: PLATFORM_CHAIN, subjectId: id }, request);
  const entries = await withNames(dbOf(ctx), page.rows);
  const items = entries.map(({ actor, ip, device, ...entry }): OwnHistoryEntry => {
    const { action, at, detail } = entry;
    const shown = { id: entry.id, at, action, detail };
    if (actor.kind === "user" && actor.id === id) return { ...shown, ip, device, by: "you" };
    if (BY_SERVICE.includes(action)) return { ...shown, ip, device, by: "service" };
    const isUnknown = actor.kind === "shopper";
    return { ...shown, ip: isUnknown ? ip : null, device: null, by: isUnknown ? "unknown" : "operator" };
  });
  return { items, newer: page.newer, older: page.older };
}
