import { AlertDialog } from "radix-ui";
import { use } from "react";
import { Button } from "../button";
import { Note } from "../parts";
import ui from "../ui.module.css";
import { type ConfirmProps, FootContext, FootQuestion } from "./foot-question";
import { useQuestion } from "./layer-question";
import s from "./overlay.module.css";
import { useFocusOnFailure, useReturnFocus } from "./return-focus";

/** Confirms an action that cannot be undone or is visible to others; within a drawer, at its foot. */
export function ConfirmDialog(props: ConfirmProps) {
  return use(FootContext) === null ? <OwnDialog {...props} /> : <FootQuestion {...props} />;
}

function OwnDialog(props: ConfirmProps) {
  const { title, children, action, cancel = "Cancel", primary = false, act, onConfirm, onCancel } = props;
  const returnFocus = useReturnFocus(props.stayAt);
  const { question, isBusy } = useQuestion(act);
  const content = useFocusOnFailure<HTMLDivElement>(act);
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open || isBusy ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={s.scrim} />
        <AlertDialog.Content ref={content} className={s.dialog} onCloseAutoFocus={returnFocus}>
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
              <AlertDialog.Cancel className={ui.button} disabled={isBusy}>
                {cancel}
              </AlertDialog.Cancel>
              <Button look={primary ? "primary" : "confirm"} type="submit" disabled={act.busy} onClick={onConfirm}>
                {action}
              </Button>
            </footer>
          )}
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
