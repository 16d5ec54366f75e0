import { type RefObject, useEffect, useRef, useState } from "react";
import type { Progress } from "../use-action";

/**
 * The focus after a dialog that is mounted open closes: the element that had it before. If that is gone, or no element
 * had it (a shortcut's press, a reload, Safari), `instead`; else the page's button that creates, which is in another
 * place once its list has a row; else the page itself. A dialog that replaces this one keeps the focus.
 */
export function useReturnFocus(instead?: RefObject<HTMLElement | null> | undefined): (event: Event) => void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    if (document.activeElement?.closest("[role=dialog], [role=alertdialog]")) return;
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const create = document.querySelector<HTMLElement>("main [data-create]");
    const target = isThere ? before : (instead?.current ?? create ?? document.getElementById("main"));
    target?.focus();
  };
}

/**
 * The focus after a layer under a button closes, with the focus in it: the button; if that is gone, the page. A press
 * elsewhere has moved the focus, and may have opened another layer, which closes when it loses the focus.
 */
export function returnToButton({ current: button }: RefObject<HTMLElement | null>): void {
  if (document.activeElement === document.body) (button ?? document.getElementById("main"))?.focus();
}

/**
 * The form or the question of a layer. When its call has failed, the first field that is wrong gets the focus and is
 * scrolled into view; where none is, the submit button, which lost the focus when the call disabled it.
 */
export function useFocusOnFailure<E extends HTMLElement = HTMLFormElement>(act: Progress): RefObject<E | null> {
  const { busy, failure } = act;
  const form = useRef<E>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasEnded = wasBusy.current && !busy;
    wasBusy.current = busy;
    if (!hasEnded) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? (failure === null ? null : form.current?.querySelector<HTMLElement>("[type=submit]")))?.focus();
  }, [busy, failure]);
  return form;
}
