import { type RefObject, useState } from "react";

/**
 * For what is mounted open: where the focus goes when it closes. Back to what had it; if that is gone, or it was nothing
 * (Safari gives buttons no focus), to `instead`, else to the page itself.
 */
export function useReturnFocus(instead?: RefObject<HTMLElement | null> | undefined): (event: Event) => void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const target = isThere ? before : (instead?.current ?? document.getElementById("main"));
    target?.focus();
  };
}
