import { countEntries, entryChoices, listEntries } from "../../audit/list-entries";
import { type SealedEntry, textOfEntry } from "../../audit/rules";
import type { AuditValues } from "../../audit/secrets";
import type { Ctx } from "../../lib/context";
import { type Db, dbOf } from "../../lib/db";
import { isUuid } from "../../lib/ids";
import type { PageCursors, PageRequest } from "../../lib/keyset";
import { formatDevice } from "../users/device-labels";
import { type AuditOf, auditChainOf } from "./audit-chain-of";
import { findCredentialNames, findPartnerNames, findPersonByEmail, findPersons } from "./audit-names-store";

/** The actor: a user with name and address, a credential with its name, the service with neither. */
type AuditActor = { kind: string; id: string | null; name: string | null; email: string | null };

export type AuditLogEntry = {
  id: string;
  /** Position in the chain, from 1. */
  seq: number;
  at: Date;
  actor: AuditActor;
  /** `partner` or `admin` where the actor acted for the merchant in that capacity; for a partner its name. */
  actingAs: string | null;
  partnerName: string | null;
  action: string;
  subjectId: string | null;
  /** Set where the subject is a person, a credential or a partner. */
  subjectName: string | null;
  detail: AuditValues;
  before: AuditValues | null;
  after: AuditValues | null;
  ip: string | null;
  /** A label of the browser and its system, or `Command line`; null: neither, or not recorded. */
  device: string | null;
  requestId: string | null;
  /** SHA-256 of `hashed`, in hex. */
  hash: string;
  prevHash: string;
  /** The text that the hash covers, so that an export can be verified independently. */
  hashed: string;
};

type AuditFilter = {
  of: AuditOf;
  actorId?: string | undefined;
  nouns?: readonly string[] | undefined;
  /** The id of the subject, or a user's address: then the entries that this user caused. */
  about?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** `total`: the number of entries in the whole log. */
type AuditLog = PageCursors & { items: AuditLogEntry[]; total: number };

/**
 * A page of an audit log, newest first.
 * @throws AppError as `auditChainOf`, VALIDATION_ERROR for an unknown cursor
 */
export async function readAuditLog(
  ctx: Ctx,
  { of, about, ...filter }: AuditFilter,
  request: PageRequest,
): Promise<AuditLog> {
  const chainId = await auditChainOf(ctx, of);
  const total = Number(await countEntries(ctx, chainId));
  const nothing = { items: [], newer: null, older: null, total };
  const person = about?.includes("@") ? await findPersonByEmail(dbOf(ctx), about.toLowerCase()) : undefined;
  if (person === null) return nothing;
  const narrowed = person ? { actorId: person.id } : { subjectId: about };
  if (filter.actorId !== undefined && person && person.id !== filter.actorId) return nothing;
  const page = await listEntries(ctx, { chainId, ...filter, ...narrowed }, request);
  return { items: await withNames(dbOf(ctx), page.rows), newer: page.newer, older: page.older, total };
}

/** The actors and actions of a log, for the page's filters. @throws AppError as `auditChainOf` */
export async function readAuditChoices(
  ctx: Ctx,
  of: AuditOf,
): Promise<{ actors: { id: string; name: string }[]; actions: string[] }> {
  const { actorIds, actions } = await entryChoices(ctx, await auditChainOf(ctx, of));
  const names = await namesOf(dbOf(ctx), actorIds);
  const actors = actorIds.map((id) => ({ id, name: names.persons.get(id)?.name ?? names.credentials.get(id) ?? id }));
  return { actors: actors.sort((a, b) => a.name.localeCompare(b.name, "en")), actions };
}

async function namesOf(db: Db, mixed: readonly (string | null)[]) {
  const ids = [...new Set(mixed)].filter((id) => id !== null && isUuid(id)) as string[];
  const [persons, credentials, partners] = await Promise.all([
    findPersons(db, ids),
    findCredentialNames(db, ids),
    findPartnerNames(db, ids),
  ]);
  return {
    persons: new Map(persons.map((person) => [person.id, person])),
    credentials: new Map(credentials.map(({ id, name }) => [id, name])),
    partners: new Map(partners.map(({ id, name }) => [id, name])),
  };
}

function deviceOf({ actorKind, userAgent }: SealedEntry): string | null {
  if (actorKind === "system") return userAgent;
  return actorKind === "user" && userAgent ? formatDevice(userAgent) : null;
}

/** Adds the names of actors and subjects to entries. */
export async function withNames(db: Db, rows: readonly SealedEntry[]): Promise<AuditLogEntry[]> {
  const ids = rows.flatMap(({ actorId, subjectId, partnerId }) => [actorId, subjectId, partnerId]);
  const { persons, credentials, partners } = await namesOf(db, ids);
  const nameOfSubject = (id: string) => persons.get(id)?.name ?? credentials.get(id) ?? partners.get(id) ?? null;
  const valuesOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as AuditValues));
  return rows.map((row) => {
    const { actorId, subjectId, partnerId } = row;
    const person = persons.get(actorId ?? "");
    return {
      id: row.id,
      seq: Number(row.seq),
      at: row.at,
      actor: {
        kind: row.actorKind,
        id: actorId,
        name: person?.name ?? credentials.get(actorId ?? "") ?? null,
        email: person?.email ?? null,
      },
      actingAs: row.actingAs,
      partnerName: partners.get(partnerId ?? "") ?? null,
      action: row.action,
      subjectId,
      subjectName: nameOfSubject(subjectId ?? ""),
      detail: valuesOf(row.detailText) ?? {},
      before: valuesOf(row.beforeText),
      after: valuesOf(row.afterText),
      ip: row.ip,
      device: deviceOf(row),
      requestId: row.requestId,
      hash: row.hash,
      prevHash: row.prevHash,
      hashed: textOfEntry(row),
    };
  });
}
