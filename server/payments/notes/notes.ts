import { recordAudit } from "../../audit/record-audit";
import { type Ctx, userIdOf } from "../../lib/context";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { isUuid, newId } from "../../lib/ids";
import { hasControlCharacter } from "../../lib/net/parse-url";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { customerOwner } from "../customers/read-customers";
import { lockNewestPayment } from "../customers/store";
import { readOwnRequest } from "../requests/read-own-request";
import { lockRequest } from "../requests/store";
import { countNotes, deleteNoteById, findNotes, insertNote, lockNotes, type NoteRow, type NoteSubject } from "./store";

export const MAX_NOTES = 100;
const MAX_CHARACTERS = 2_000;

/** `customerKey`: as in `CustomerOwner`. */
type NotesOf = { merchantId: string; of: { paymentId: string } | { customerKey: string; test: boolean } };

/** The notes on a payment or a customer, oldest first. @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function listNotes(ctx: Ctx, input: NotesOf): Promise<NoteRow[]> {
  return findNotes(dbOf(ctx), await subjectOf(ctx, input));
}

/**
 * Adds a note of the signed-in person. The text is stored trimmed; its lines are kept.
 * @throws AppError VALIDATION_ERROR on `text`, also for the 101st note; PAYMENT_REQUEST_NOT_FOUND, also for a customer who
 *   is being erased; FORBIDDEN, MERCHANT_NOT_FOUND
 */
export async function addNote(ctx: Ctx, input: NotesOf & { text: string }): Promise<void> {
  const authorId = userIdOf(ctx);
  const text = checkText(input.text);
  await inTransaction(ctx, async (tx) => {
    const { caller } = ctx;
    const of = await subjectOf({ ...ctx, tx }, input);
    const isOfCustomer = "customerKey" in input.of;
    // An erasure at the same time waits, and deletes the note too. A note that is added after its customer was erased would
    // be left over: no page would show it.
    if (!isOfCustomer) await lockRequest(tx, of.subject);
    else if (!(await lockNewestPayment(tx, { ...of, key: of.subject })))
      throw new AppError("PAYMENT_REQUEST_NOT_FOUND", { message: "No such customer, or one that is being erased." });
    await lockNotes(tx, of);
    if ((await countNotes(tx, of)) >= MAX_NOTES)
      throw invalidField("text", `There are ${MAX_NOTES} notes, the most there can be. Delete one first.`);
    const partnerId = caller.kind === "partner" ? caller.partnerId : null;
    await insertNote(tx, of, { id: newId(), text, authorId, actingAs: caller.kind, partnerId });
    await recordNote(ctx, tx, of, "added");
  });
}

/**
 * Deletes a note. `mayDeleteAny`: not only an own one.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_NOT_FOUND
 */
export async function deleteNote(
  ctx: Ctx,
  input: { merchantId: string; id: string; mayDeleteAny: boolean },
): Promise<void> {
  const person = userIdOf(ctx);
  const merchant = await resolveMerchant(ctx, input.merchantId);
  await inTransaction(ctx, async (tx) => {
    const note = await deleteNoteById(tx, merchant.id, input.id);
    if (!note) throw new AppError("NOT_FOUND", { message: "No such note." });
    if (note.authorId !== person && !input.mayDeleteAny)
      throw new AppError("FORBIDDEN", { message: "Only its author, an owner or an admin can delete a note." });
    await recordNote(ctx, tx, { merchantId: merchant.id, subject: note.subject }, "deleted");
  });
}

type Recorded = Pick<NoteSubject, "merchantId" | "subject">;

/** Without the text and the customer: the audit log is kept for years. */
function recordNote(ctx: Ctx, tx: Parameters<typeof recordAudit>[0], of: Recorded, what: "added" | "deleted") {
  const { merchantId, subject } = of;
  if (!isUuid(subject)) return recordAudit(tx, ctx, { action: `customer.note_${what}`, merchantId, subjectId: null });
  return recordAudit(tx, ctx, { action: `payment.note_${what}`, merchantId, subjectId: subject });
}

function checkText(given: string): string {
  const text = given.replace(/\r\n?/g, "\n").trim();
  const refuse = (message: string) => invalidField("text", message);
  if (text === "") throw refuse("Enter a note.");
  const characters = [...text].length;
  if (characters > MAX_CHARACTERS)
    throw refuse(`A note has at most ${MAX_CHARACTERS} characters, and this one has ${characters}.`);
  if (hasControlCharacter(text.replace(/[\n\t]/g, "")))
    throw refuse("The text contains an invisible character. Type it again.");
  return text;
}

async function subjectOf(ctx: Ctx, { merchantId, of }: NotesOf): Promise<NoteSubject> {
  if ("customerKey" in of) {
    const { key, ...scope } = await customerOwner(ctx, { merchantId, test: of.test, key: of.customerKey });
    return { ...scope, subject: key };
  }
  const payment = await readOwnRequest(ctx, { id: of.paymentId, merchantId });
  return { merchantId: payment.merchantId, test: payment.test, subject: payment.id };
}
