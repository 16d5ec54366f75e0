import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { Form } from "../fields";
import { Note } from "../parts";
import ui from "../ui.module.css";
import type { Progress } from "../use-action";
import { FormFoot } from "./form-foot";
import { useQuestion } from "./layer-question";
import { OpenDialog } from "./open-dialog";
import s from "./overlay.module.css";
import { useFocusOnFailure } from "./return-focus";

type FormDialogProps = {
  title: string;
  lead: ReactNode;
  action: string;
  act: Progress;
  onClose: () => void;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
};

/** A dialog with a small form: title, field, error, Cancel, and the submit button. */
export function FormDialog(props: FormDialogProps) {
  const { title, lead, action, act, onClose, onSubmit, children } = props;
  const { question } = useQuestion(act);
  const form = useFocusOnFailure(act);
  return (
    <OpenDialog onClose={onClose}>
      <Form ref={form} inert={question !== null} onSubmit={onSubmit}>
        <div className={s.body}>
          <div>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Description className={ui.muted}>{lead}</Dialog.Description>
          </div>
          {children}
          {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
        </div>
        {question === null ? <FormFoot action={action} busy={act.busy} /> : null}
      </Form>
      {question}
    </OpenDialog>
  );
}
