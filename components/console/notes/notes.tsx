import { type RefObject, useId, useRef } from "react";
import { Button } from "../../ui/button";
import { AreaField, Form } from "../../ui/fields";
import { Section } from "../../ui/heading";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { useFocusOnFailure } from "../../ui/layers/return-focus";
import { Note as Notice } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "./notes.module.css";

export type NoteList = Outputs["payments"]["notes"]["list"];
type Note = NoteList[number];
type Of = { paymentId: string } | { customerKey: string; test: boolean };

const CUT_AFTER = 40;

/** The text of new notes that are not added yet, by their subject: kept until the page is loaded again. */
const drafts = new Map<string, string>();

/** The notes of the team on a payment or a customer, oldest first, and the field of a new one. */
export function Notes({ of, first }: { of: Of; first: NoteList }) {
  const { trpc, merchantId } = useConsole();
  const mayAdd = useMay()("payments.notes.add");
  const field = useRef<HTMLTextAreaElement>(null);
  const query = useServedQuery(trpc.payments.notes.list, { merchantId, of }, first);
  const { data } = query;
  const subject = JSON.stringify([merchantId, of]);
  return (
    <section aria-label="Notes">
      <Section title="Notes" count={data.length} />
      <QueryFailure what="these notes" query={query} />
      {data.length > 0 ? (
        <ul className={s.notes}>
          {data.map((note) => (
            <NoteRow key={note.id} note={note} field={field} />
          ))}
        </ul>
      ) : null}
      {mayAdd ? <NewNote key={subject} subject={subject} of={of} field={field} /> : null}
      {data.length === 0 && !mayAdd ? <p className={ui.muted}>None.</p> : null}
    </section>
  );
}

type Field = { field: RefObject<HTMLTextAreaElement | null> };

function NoteRow({ note, field }: { note: Note } & Field) {
  return (
    <li>
      <p>
        <bdi>{note.text}</bdi>{" "}
        <small>
          {formatAuthor(note)}, <Time at={note.at} />
        </small>
      </p>
      {note.mayDelete ? <DeleteNote note={note} field={field} /> : null}
    </li>
  );
}

/** In brackets: the partner or the operator that the author acted for. */
function formatAuthor({ authorName, actingAs, partnerName }: Note): string {
  const name = authorName ?? "Former user";
  if (actingAs === "partner") return `${name} (${partnerName ?? "partner"})`;
  return actingAs === "admin" ? `${name} (operator)` : name;
}

function DeleteNote({ note, field }: { note: Note } & Field) {
  const { trpc, merchantId } = useConsole();
  const act = useAction(trpc.payments.notes.delete, {
    unchanged: "Nothing was deleted.",
    changes: [trpc.payments.notes.list.pathFilter()],
    toast: "Note deleted",
  });
  const characters = [...note.text];
  const beginning = characters.length > CUT_AFTER ? `${characters.slice(0, CUT_AFTER).join("")}…` : note.text;
  return (
    <ConfirmButton
      slim
      label="Delete"
      aria-label={`Delete note “${beginning}”`}
      title="Delete this note?"
      action="Delete note"
      stayAt={field}
      act={act}
      input={{ merchantId, id: note.id }}
    >
      This can’t be undone.
    </ConfirmButton>
  );
}

function NewNote({ subject, of, field }: { subject: string; of: Of } & Field) {
  const { trpc, merchantId } = useConsole();
  const id = useId();
  const add = useAction(trpc.payments.notes.add, {
    unchanged: "Nothing was added.",
    fields: ["text"],
    changes: [trpc.payments.notes.list.pathFilter()],
    toast: "Note added",
    onDone: () => {
      drafts.delete(subject);
      if (!field.current) return;
      field.current.value = "";
      field.current.focus();
    },
  });
  const form = useFocusOnFailure(add);
  const error = add.errors["text"];
  return (
    <Form ref={form} className={s.form} onSubmit={() => add.run({ merchantId, of, text: field.current?.value ?? "" })}>
      {add.failure ? <Notice tone="bad">{add.failure}</Notice> : null}
      <AreaField
        ref={field}
        id={id}
        label={<span className={ui.hidden}>Add a note</span>}
        error={error && `Not added. ${error}`}
        rows={2}
        placeholder="Add a note. Customers never see it."
        readOnly={add.busy}
        defaultValue={drafts.get(subject)}
        onChange={({ target }) => {
          drafts.set(subject, target.value);
          add.reset();
        }}
      />
      <Button type="submit" disabled={add.busy}>
        Add note
      </Button>
    </Form>
  );
}
