import { Dialog } from "radix-ui";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Form } from "../fields";
import { Icon } from "../icons";
import { Note } from "../parts";
import ui from "../ui.module.css";
import type { Progress } from "../use-action";
import { goBack, useBlockedBack } from "./block-back";
import { FootContext, FootQuestion } from "./foot-question";
import { FormFoot } from "./form-foot";
import { useQuestion } from "./layer-question";
import { OpenDialog } from "./open-dialog";
import s from "./overlay.module.css";
import { useFocusOnFailure } from "./return-focus";

type DrawerProps = {
  title: string;
  /** With room for a second column. */
  wide?: boolean;
  /** It is there to be filled in: its first field gets the focus. */
  isForm?: boolean;
  /** Its call is under way: it can't be closed until the result is known, which may be a secret that is shown once. */
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

const NO_CALL = { busy: false, failure: null };

/** A sheet from the right. After a change, closing it and leaving its address ask first. */
export function Drawer({ title, wide = false, isForm = false, isBusy = false, onClose, children }: DrawerProps) {
  const [isTyped, setTyped] = useState(false);
  // `onDiscard`: closes the drawer, or goes back.
  const [leaving, setLeaving] = useState<{ onDiscard: () => void } | null>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const cancel = useRef<(() => void) | null>(null);
  const foot = useMemo(() => ({ slot, cancel }), [slot]);
  useBlockedBack(isTyped || isBusy, () => (isBusy ? undefined : setLeaving({ onDiscard: goBack })));
  const close = () => {
    if (isBusy) return;
    if (cancel.current) cancel.current();
    else if (isTyped) setLeaving({ onDiscard: onClose });
    else onClose();
  };
  return (
    <OpenDialog
      onClose={close}
      className={wide ? `${s.drawer} ${s.wide}` : s.drawer}
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        // The close button precedes the first field in the document.
        const field = isForm && contentOf(event)?.querySelector<HTMLElement>("form input");
        if (!field) return;
        event.preventDefault();
        field.focus();
      }}
      onInput={() => setTyped(true)}
      // A form that makes something closes the drawer once it is made; until then it can fail.
      onSubmit={() => isForm || setTyped(false)}
    >
      <FootContext value={foot}>
        <div className={s.rest}>
          <header className={s.header}>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className={ui.ghost} aria-label="Close" disabled={isBusy}>
              <Icon name="x" />
            </Dialog.Close>
          </header>
          {children}
        </div>
        <div ref={setSlot} />
        {leaving && !isBusy ? (
          <FootQuestion
            title="Your changes are not saved."
            cancel="Keep editing"
            action="Discard"
            act={NO_CALL}
            onCancel={() => setLeaving(null)}
            onConfirm={leaving.onDiscard}
          />
        ) : null}
      </FootContext>
    </OpenDialog>
  );
}

function contentOf(event: Event): HTMLElement | null {
  return event.target instanceof HTMLElement ? event.target : null;
}

type FormDrawerProps = Omit<DrawerProps, "children" | "isForm" | "isBusy"> & {
  /** The label of the submit button. */
  action: string;
  /** Its failure is shown above the fields. */
  act: Progress;
  onSubmit: (form: FormData) => void;
  /** Gets the form at every change. */
  onEdit?: (form: FormData) => void;
  /** The second column: a preview. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A drawer with a form: fields, and a foot with Cancel and the submit button. Ctrl Enter submits too. */
export function FormDrawer({ action, act, onSubmit, onEdit, beside, children, ...drawer }: FormDrawerProps) {
  const { question, isBusy } = useQuestion(act);
  const form = useFocusOnFailure(act);
  const fields = (
    <div className={s.body}>
      {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
      {children}
    </div>
  );
  return (
    <Drawer {...drawer} isForm isBusy={isBusy}>
      <Form
        ref={form}
        className={s.form}
        inert={question !== null}
        onInput={(event) => {
          onEdit?.(new FormData(event.currentTarget));
          // The error of a field ends with its first change, not with the next submit.
          if (event.target instanceof Element && event.target.getAttribute("aria-invalid") === "true") act.reset?.();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !act.busy)
            event.currentTarget.requestSubmit();
        }}
        onSubmit={onSubmit}
      >
        {beside === undefined ? (
          fields
        ) : (
          <div className={s.besides}>
            {fields}
            {beside}
          </div>
        )}
        {question === null ? <FormFoot action={action} busy={act.busy} mayClose={!isBusy} /> : null}
      </Form>
      {question}
    </Drawer>
  );
}
