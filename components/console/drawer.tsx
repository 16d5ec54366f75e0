"use client";

import { Dialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Icon } from "./icons";
import s from "./overlay.module.css";
import { useReturnFocus } from "./return-focus";
import ui from "./ui.module.css";

type DrawerProps = {
  title: string;
  /** With room for a second column. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A sheet from the right to make something in. Closing it asks first when something was typed. */
export function Drawer({ title, wide = false, onClose, children }: DrawerProps) {
  const typed = useRef(false);
  const returnFocus = useReturnFocus();
  const close = () => {
    if (!typed.current || window.confirm("Close, and lose what you typed?")) onClose();
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
            // To the first field, where there is one: the way out comes first in the document.
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

type DrawerFormProps = {
  action: string;
  busy: boolean;
  onSubmit: (form: FormData) => void;
  /** What is typed, at every change. */
  onEdit?: (form: FormData) => void;
  /** What stands beside the fields: a picture of what is being made. */
  beside?: ReactNode;
  children: ReactNode;
};

/** The form of a drawer: its fields, and a foot with the way out and the one thing to do, which Ctrl and Enter do too. */
export function DrawerForm({ action, busy, onSubmit, onEdit, beside, children }: DrawerFormProps) {
  const fields = <div className={s.body}>{children}</div>;
  return (
    <form
      className={s.form}
      noValidate
      onInput={(event) => onEdit?.(new FormData(event.currentTarget))}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !busy) event.currentTarget.requestSubmit();
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
        <button className={`${ui.button} ${ui.primary}`} type="submit" disabled={busy}>
          {action}
        </button>
      </footer>
    </form>
  );
}
