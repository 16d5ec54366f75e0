import type { TRPCClientError, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/router";

/** The error code of a call that requires a step-up (server/trpc/console-call.ts). The call had no effect. */
const STEP_UP_REQUIRED = "VERIFICATION_REQUIRED";

type Ask = { promise: Promise<boolean>; settle: (verified: boolean) => void };

let open: Ask | null = null;
const listeners = new Set<() => void>();

function change(next: Ask | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Whether the step-up dialog is open. */
export function isStepUpOpen(): boolean {
  return open !== null;
}

export function onStepUpChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Closes the step-up with its result. */
export function settleStepUp(verified: boolean): void {
  const asked = open;
  change(null);
  asked?.settle(verified);
}

/** Opens the step-up dialog. Concurrent calls share it. */
function requestStepUp(): Promise<boolean> {
  if (!open) {
    let settle: Ask["settle"] = () => undefined;
    const promise = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    change({ promise, settle });
  }
  return open?.promise ?? Promise.resolve(false);
}

function needsProof(error: TRPCClientError<AppRouter>): boolean {
  return error.data?.appCode === STEP_UP_REQUIRED;
}

/**
 * Runs a step-up when a call requires it, then sends the call once more. A cancelled step-up returns the original
 * error.
 */
export const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const send = (retry: boolean) =>
        next(op).subscribe({
          ...observer,
          error: (error) => {
            if (!retry || !needsProof(error)) return observer.error(error);
            void requestStepUp().then((verified) => {
              if (verified) inner = send(false);
              else observer.error(error);
            });
          },
        });
      let inner = send(true);
      return () => inner.unsubscribe();
    });
