"use client";

import type { ReactNode } from "react";
import { failureOf } from "../../console/frame/queries";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { AreaField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import s from "./operator.module.css";

const MAX_REASON = 500;

type ReasonDrawerProps = {
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  label: string;
  help: string;
  /** The name of the text in the call. */
  field: string;
  action: string;
  busy: boolean;
  error: unknown;
  /** The sentence after a failed call: "It takes money as before." */
  unchanged: string;
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

/** The form of an action that requires a reason, which is stored in the audit log. */
export function ReasonDrawer(props: ReasonDrawerProps) {
  const { title, children, label, help, field, action, busy, error, unchanged, onSubmit, onClose } = props;
  const failure = error ? failureOf(error) : null;
  return (
    <Drawer title={title} onClose={onClose}>
      <DrawerForm action={action} busy={busy} onSubmit={(form) => onSubmit(String(form.get("reason") ?? ""))}>
        {failure && !failure.fields[field] ? <Note tone="bad">{formatFailure(failure, unchanged)}</Note> : null}
        <p className={s.text}>{children}</p>
        <AreaField
          id="reason"
          label={label}
          help={help}
          error={failure?.fields[field]}
          className={`${s.textarea} ${s.note}`}
          name="reason"
          maxLength={MAX_REASON}
        />
      </DrawerForm>
    </Drawer>
  );
}
