import { useState } from "react";

/**
 * For what is mounted open: where the focus goes when it closes. Back to what had it; if that is gone, or it was nothing
 * (Safari gives buttons no focus), to the page itself.
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const target = isThere ? before : document.getElementById("main");
    target?.focus();
  };
}
