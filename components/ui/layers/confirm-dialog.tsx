"use client";

import { AlertDialog } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { Button } from "../button";
import { Note } from "../parts";
import ui from "../ui.module.css";
import type { Progress } from "../use-action";
import { useQuestion } from "./layer-question";
import s from "./overlay.module.css";
import { useReturnFocus } from "./return-focus";

export type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** The label of the button that acts. */
  action: string;
  /** The label of the button that closes the dialog; by default: Cancel. */
  cancel?: string;
  /** The action is not destructive. */
  primary?: boolean;
  /** Takes the focus afterwards, if the pressed button is gone. */
  stayAt?: RefObject<HTMLElement | null>;
  act: Progress;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Confirms an action that cannot be undone or is visible to others. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, action, cancel = "Cancel", primary = false, act, onConfirm, onCancel } = props;
  const returnFocus = useReturnFocus(props.stayAt);
  const question = useQuestion(act);
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={s.scrim} />
        <AlertDialog.Content className={s.dialog} onCloseAutoFocus={returnFocus}>
          <div className={s.body}>
            <div>
              <AlertDialog.Title>{title}</AlertDialog.Title>
              <AlertDialog.Description className={ui.muted} asChild>
                <div>{children}</div>
              </AlertDialog.Description>
            </div>
            {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
          </div>
          {question ?? (
            <footer className={s.footer}>
              <AlertDialog.Cancel className={ui.button}>{cancel}</AlertDialog.Cancel>
              <Button look={primary ? "primary" : "danger"} disabled={act.busy} onClick={onConfirm}>
                {action}
              </Button>
            </footer>
          )}
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
