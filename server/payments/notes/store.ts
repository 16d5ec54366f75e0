import { type Db, firstRow, Prisma, type Tx } from "../../lib/db";

/** What a note is about. `subject`: a payment's id, or the key of a customer (`CustomerOwner`). */
export type NoteSubject = { merchantId: string; test: boolean; subject: string };

/** `authorName`: null of a deleted user. `actingAs`, `partnerName`: as in the audit log. */
export type NoteRow = {
  id: string;
  text: string;
  at: Date;
  authorId: string | null;
  authorName: string | null;
  actingAs: string;
  partnerName: string | null;
};

type NewNote = { id: string; text: string; authorId: string; actingAs: string; partnerId: string | null };

const ofSubject = ({ merchantId, test, subject }: NoteSubject) =>
  Prisma.sql`n.subject = ${subject} AND n.merchant_id = ${merchantId}::uuid AND n.test = ${test}`;

/** The notes of a subject, oldest first. */
export function findNotes(db: Db, of: NoteSubject): Promise<NoteRow[]> {
  return db.$queryRaw<NoteRow[]>`
    SELECT n.id, n.text, n.created_at AS at, n.author_id AS "authorId", u.name AS "authorName",
      n.acting_as AS "actingAs", p.name AS "partnerName"
    FROM notes n LEFT JOIN users u ON u.id = n.author_id LEFT JOIN partners p ON p.id = n.partner_id
    WHERE ${ofSubject(of)} ORDER BY n.created_at, n.id`;
}

/** Locks the number of notes of a subject until the transaction ends, so that several at once do not exceed the limit. */
export async function lockNotes(tx: Tx, { merchantId, test, subject }: NoteSubject): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`notes ${merchantId} ${test} ${subject}`}, 0))`;
}

export function countNotes(tx: Tx, of: NoteSubject): Promise<number> {
  return tx.note.count({ where: of });
}

export async function insertNote(tx: Tx, of: NoteSubject, note: NewNote): Promise<void> {
  await tx.note.create({ data: { ...of, ...note } });
}

type DeletedNote = { authorId: string | null; subject: string };

/** Deletes a note of a merchant; null: it has no such note. */
export function deleteNoteById(tx: Tx, merchantId: string, id: string): Promise<DeletedNote | null> {
  return firstRow(tx.$queryRaw<DeletedNote[]>`
    DELETE FROM notes n WHERE n.id = ${id}::uuid AND n.merchant_id = ${merchantId}::uuid
    RETURNING n.author_id AS "authorId", n.subject`);
}

export async function deleteNotesOf(tx: Tx, { merchantId, test, subject }: NoteSubject): Promise<void> {
  await tx.note.deleteMany({ where: { merchantId, test, subject } });
}

export async function deleteNotesOfPayments(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.note.deleteMany({ where: { subject: { in: [...ids] } } });
}
