import type { TRPCClientError, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/router";

/** Of a call that asks for a fresh proof of who sits there (server/trpc/procedure.ts). Nothing was done. */
export const VERIFICATION_REQUIRED = "VERIFICATION_REQUIRED";

type Ask = { promise: Promise<boolean>; settle: (verified: boolean) => void };

let open: Ask | null = null;
const listeners = new Set<() => void>();

function change(next: Ask | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Whether the person is being asked; for the dialog. */
export function isAsking(): boolean {
  return open !== null;
}

export function onAsking(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the question: the person has proved who they are, or has left it. */
export function settleVerification(verified: boolean): void {
  const asked = open;
  change(null);
  asked?.settle(verified);
}

/** Asks the person to prove who they are. Calls that need it at the same time are one question. */
export function askVerification(): Promise<boolean> {
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
  return error.data?.appCode === VERIFICATION_REQUIRED;
}

/**
 * Where a call asks for a fresh proof, the person is asked for it, and the same call goes out again: once. Whoever leaves the
 * question gets the refusal, and nothing was done.
 */
export const verificationLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const send = (retry: boolean) =>
        next(op).subscribe({
          ...observer,
          error: (error) => {
            if (!retry || !needsProof(error)) return observer.error(error);
            void askVerification().then((verified) => {
              if (verified) inner = send(false);
              else observer.error(error);
            });
          },
        });
      let inner = send(true);
      return () => inner.unsubscribe();
    });
