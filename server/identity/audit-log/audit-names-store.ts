import type { Db } from "../../lib/db";

type NamedPerson = { id: string; name: string; email: string };
type Named = { id: string; name: string };

/** The users with these ids, disabled ones included. */
export function findPersons(db: Db, ids: string[]): Promise<NamedPerson[]> {
  return db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, email: true } });
}

export function findPersonByEmail(db: Db, email: string): Promise<NamedPerson | null> {
  return db.user.findUnique({ where: { email }, select: { id: true, name: true, email: true } });
}

/** The names of credentials, disabled ones included. */
export function findCredentialNames(db: Db, ids: string[]): Promise<Named[]> {
  return db.credential.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
}

export function findPartnerNames(db: Db, ids: string[]): Promise<Named[]> {
  return db.partner.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
}
