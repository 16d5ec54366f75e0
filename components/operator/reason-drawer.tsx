"use client";

import type { ReactNode } from "react";
import { Drawer, DrawerForm } from "../console/drawer";
import { failureWords } from "../console/failure-words";
import { Field, Note } from "../console/parts";
import { failureOf } from "../console/queries";
import s from "./operator.module.css";

const MAX_REASON = 500;

type ReasonDrawerProps = {
  title: string;
  /** What follows from it. */
  children: ReactNode;
  label: string;
  help: string;
  /** How the call names the text. */
  field: string;
  action: string;
  busy: boolean;
  error: unknown;
  /** What stays as it is where the call failed: "It takes money as before." */
  unchanged: string;
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

/** Something that is done with a reason, which the audit log keeps. */
export function ReasonDrawer(props: ReasonDrawerProps) {
  const { title, children, label, help, field, action, busy, error, unchanged, onSubmit, onClose } = props;
  const failure = error ? failureOf(error) : null;
  return (
    <Drawer title={title} onClose={onClose}>
      <DrawerForm action={action} busy={busy} onSubmit={(form) => onSubmit(String(form.get("reason") ?? ""))}>
        {failure && !failure.fields[field] ? <Note tone="bad">{failureWords(failure, unchanged)}</Note> : null}
        <p className={s.say}>{children}</p>
        <Field id="reason" label={label} help={help} error={failure?.fields[field]}>
          {(wiring) => (
            <textarea {...wiring} className={`${s.textarea} ${s.note}`} name="reason" maxLength={MAX_REASON} />
          )}
        </Field>
      </DrawerForm>
    </Drawer>
  );
}
