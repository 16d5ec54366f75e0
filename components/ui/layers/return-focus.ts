import { type RefObject, useEffect, useRef, useState } from "react";
import type { Progress } from "../use-action";

/**
 * The focus after a dialog that is mounted open closes: the element that had it before. If that is gone, or no element
 * had it (Safari does not focus pressed buttons), `instead`; else the page itself. A button that creates is in another
 * place once its list has a row.
 */
export function useReturnFocus(instead?: RefObject<HTMLElement | null> | undefined): (event: Event) => void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const moved = before?.matches("[data-create]") ? document.querySelector<HTMLElement>("main [data-create]") : null;
    const target = isThere ? before : (moved ?? instead?.current ?? document.getElementById("main"));
    target?.focus();
  };
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
