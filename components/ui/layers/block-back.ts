import { useEffect, useEffectEvent } from "react";
import { STEP_EVENT } from "./guard-history";

/** Whether the step back that is under way is the page's own: nothing blocks it. */
let isOwn = false;

/** Goes one step back, which no layer blocks. */
export function goBack(): void {
  isOwn = true;
  const end = () => {
    isOwn = false;
  };
  window.addEventListener("popstate", end, { once: true });
  window.history.back();
}

/** Runs `act` after the step back that is under way, if there is one: the router drops what it is doing for that step. */
export function afterBack(act: () => void): void {
  if (isOwn) window.addEventListener("popstate", () => act(), { once: true });
  else act();
}

/** Asks a form with changes that are not saved before `leave` runs, which the event has. */
export const LEAVE_EVENT = "bankside:leave";

/** Opens another page as `leave` does, once a form with changes that are not saved allows it. */
export function leavePage(leave: () => void): void {
  const isFree = window.dispatchEvent(new CustomEvent(LEAVE_EVENT, { detail: leave, cancelable: true }));
  if (isFree) leave();
}

/** While `isBlocked`, Back and Forward leave neither the layer nor its page: `onLeave` is called instead. */
export function useBlockedBack(isBlocked: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isBlocked) return;
    const { state } = window.history;
    const { href } = window.location;
    const block = (step: Event) => {
      if (isOwn) return;
      step.preventDefault();
      // The browser's own function: Next's would also set the router, which does not know of the step back.
      History.prototype.pushState.call(window.history, state, "", href);
      leave();
    };
    window.addEventListener(STEP_EVENT, block);
    return () => window.removeEventListener(STEP_EVENT, block);
  }, [isBlocked]);
}
