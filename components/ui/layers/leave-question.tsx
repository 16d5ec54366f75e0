import { type ReactNode, useEffect, useRef, useState } from "react";
import { goBack, LEAVE_EVENT, useBlockedBack } from "./block-back";
import { ConfirmDialog } from "./layers";

const NO_CALL = { busy: false, failure: null };

/** The link of a press that leads to another page in this tab. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href.startsWith("http") || link.target === "_blank" || link.hasAttribute("download")) return null;
  return link.pathname === window.location.pathname && link.origin === window.location.origin ? null : link;
}

/** Asks before unsaved changes are left by Back, a link or a shortcut. Before a reload, the browser asks. */
export function useLeaveQuestion(isTouched: boolean): ReactNode {
  const [leaving, setLeaving] = useState<{ onDiscard: () => void } | null>(null);
  const isDiscarded = useRef(false);
  useBlockedBack(isTouched, () => setLeaving({ onDiscard: goBack }));
  useEffect(() => {
    if (!isTouched) return;
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || isDiscarded.current) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ onDiscard: () => link.click() });
    };
    const onLeave = (event: Event) => {
      if (!(event instanceof CustomEvent) || isDiscarded.current) return;
      event.preventDefault();
      setLeaving({ onDiscard: event.detail });
    };
    const onUnload = (event: Event) => (isDiscarded.current ? undefined : event.preventDefault());
    // Before the link's own handler.
    document.addEventListener("click", onClick, true);
    window.addEventListener(LEAVE_EVENT, onLeave);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick, true);
      window.removeEventListener(LEAVE_EVENT, onLeave);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [isTouched]);
  if (!leaving) return null;
  const discard = () => {
    isDiscarded.current = true;
    setLeaving(null);
    leaving.onDiscard();
  };
  return (
    <ConfirmDialog
      title="Your changes are not saved."
      cancel="Keep editing"
      action="Discard"
      act={NO_CALL}
      onCancel={() => setLeaving(null)}
      onConfirm={discard}
    />
  );
}
