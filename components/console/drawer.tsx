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

/** The form of a drawer: its fields, and a foot with the way out and the one thing to do. */
export function DrawerForm(props: {
  action: string;
  busy: boolean;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
}) {
  return (
    <form
      className={s.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit(new FormData(event.currentTarget));
      }}
    >
      <div className={s.body}>{props.children}</div>
      <footer className={s.footer}>
        <Dialog.Close className={ui.button} type="button">
          Cancel
        </Dialog.Close>
        <button className={`${ui.button} ${ui.primary}`} type="submit" disabled={props.busy}>
          {props.action}
        </button>
      </footer>
    </form>
  );
}
