import { type RefObject, useState } from "react";

/**
 * The focus after a dialog that is mounted open closes: the element that had it before. If that is gone, or no element
 * had it (Safari does not focus pressed buttons), `instead`; else the page itself.
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
