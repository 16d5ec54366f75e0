"use client";

import { Dialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Button } from "../button";
import { Icon } from "../icons";
import { Note } from "../parts";
import ui from "../ui.module.css";
import type { Progress } from "../use-action";
import s from "./overlay.module.css";
import { useReturnFocus } from "./return-focus";

type DrawerProps = {
  title: string;
  /** With room for a second column. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A sheet from the right with a form. After a change it closes only with a confirmation. */
export function Drawer({ title, wide = false, onClose, children }: DrawerProps) {
  const typed = useRef(false);
  const returnFocus = useReturnFocus();
  const close = () => {
    if (!typed.current || window.confirm("Your changes are not saved. Discard them?")) onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.scrim} />
        <Dialog.Content
          className={wide ? `${s.drawer} ${s.wide}` : s.drawer}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            // Focuses the first field, if there is one: the close button precedes it in the document.
            const field = contentOf(event)?.querySelector<HTMLElement>("form input");
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onInput={() => {
            typed.current = true;
          }}
          onSubmit={() => {
            typed.current = false;
          }}
        >
          <header className={s.header}>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className={ui.ghost} aria-label="Close">
              <Icon name="x" />
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function contentOf(event: Event): HTMLElement | null {
  return event.target instanceof HTMLElement ? event.target : null;
}

type FormDrawerProps = Omit<DrawerProps, "children"> & {
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
  const fields = (
    <div className={s.body}>
      {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
      {children}
    </div>
  );
  return (
    <Drawer {...drawer}>
      <form
        className={s.form}
        noValidate
        onInput={(event) => onEdit?.(new FormData(event.currentTarget))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !act.busy)
            event.currentTarget.requestSubmit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
      >
        {beside === undefined ? (
          fields
        ) : (
          <div className={s.besides}>
            {fields}
            {beside}
          </div>
        )}
        <footer className={s.footer}>
          <Dialog.Close className={ui.button} type="button">
            Cancel
          </Dialog.Close>
          <Button look="primary" type="submit" disabled={act.busy}>
            {action}
          </Button>
        </footer>
      </form>
    </Drawer>
  );
}
