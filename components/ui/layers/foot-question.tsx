import { createContext, type ReactNode, type RefObject, use, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "../button";
import { Note } from "../parts";
import ui from "../ui.module.css";
import type { Progress } from "../use-action";
import { useBlockedBack } from "./block-back";
import { useQuestion } from "./layer-question";
import s from "./overlay.module.css";
import { useFocusOnFailure } from "./return-focus";

export type ConfirmProps = {
  title: string;
  children?: ReactNode;
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

/** The foot of the drawer around a part. `cancel`: what Esc and a press outside do while a question is open. */
type Foot = { slot: HTMLElement | null; cancel: RefObject<(() => void) | null> };

/** Null: not within a drawer. */
export const FootContext = createContext<Foot | null>(null);

/** A confirmation at the foot of a drawer, whose other parts are inert meanwhile: no dialog opens over a drawer. */
export function FootQuestion(props: ConfirmProps) {
  const foot = use(FootContext);
  return foot?.slot ? createPortal(<Question {...props} slot={foot.slot} onEscape={foot.cancel} />, foot.slot) : null;
}

type QuestionProps = ConfirmProps & { slot: HTMLElement; onEscape: RefObject<(() => void) | null> };

function Question({ slot, onEscape, title, children, action, cancel = "Cancel", primary, ...props }: QuestionProps) {
  const { act, stayAt, onConfirm, onCancel } = props;
  const { question: proof, isBusy } = useQuestion(act);
  useBlockedBack(isBusy, () => undefined);
  const content = useFocusOnFailure<HTMLElement>(act);
  const [name, text] = [useId(), useId()];
  const safe = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const rest = slot.previousElementSibling;
    rest?.toggleAttribute("inert", true);
    safe.current?.focus();
    return () => {
      rest?.toggleAttribute("inert", false);
      // Once the pressed button is gone, if it goes.
      setTimeout(() => {
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (isThere ? before : stayAt?.current)?.focus();
      });
    };
  }, [slot, stayAt]);
  useLayoutEffect(() => {
    onEscape.current = isBusy ? () => undefined : onCancel;
    return () => {
      onEscape.current = null;
    };
  });
  return (
    <section ref={content} role="alertdialog" aria-labelledby={name} aria-describedby={text}>
      <div className={s.asks}>
        <h3 id={name}>{title}</h3>
        <div className={ui.muted} id={text}>
          {children}
        </div>
        {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
      </div>
      {proof ?? (
        <footer className={s.footer}>
          <Button ref={safe} disabled={isBusy} onClick={onCancel}>
            {cancel}
          </Button>
          <Button look={primary ? "primary" : "confirm"} type="submit" disabled={act.busy} onClick={onConfirm}>
            {action}
          </Button>
        </footer>
      )}
    </section>
  );
}
