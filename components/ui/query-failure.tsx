import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { Note } from "./parts";
import { failureOf, isSignedOut } from "./queries";
import { uncapitalize } from "./text";
import ui from "./ui.module.css";

type FailureProps = { what: string; query: { isError: boolean; error: unknown; refetch: () => unknown } };

/** Says that a query failed, if it did; the page keeps what it had loaded before. `what`: "The list". */
export function QueryFailure({ what, query: { isError, error, refetch } }: FailureProps) {
  const [busy, setBusy] = useState(false);
  if (!isError || isSignedOut(error)) return null;
  const { message, requestId } = failureOf(error);
  const retry = async () => {
    setBusy(true);
    await refetch();
    setBusy(false);
  };
  return (
    <section className={ui.empty} role="alert">
      <h2>We couldn’t load {uncapitalize(what)}</h2>
      <p>{message}</p>
      <div className={ui.actions}>
        <Button look="primary" disabled={busy} onClick={retry}>
          Try again
        </Button>
      </div>
      {requestId ? (
        <p>
          Request ID <code>{requestId}</code>
        </p>
      ) : null}
    </section>
  );
}

type RetryNoteProps = {
  error: unknown;
  retry: () => void;
  /** The label of the button. */
  action?: string;
  busy?: boolean;
  /** A sentence after the message. */
  children?: ReactNode;
};

/** The same for a part of a page, as a note above it. */
export function RetryNote({ error, retry, action = "Try again", busy = false, children }: RetryNoteProps) {
  if (isSignedOut(error)) return null;
  const button = (
    <Button slim disabled={busy} onClick={retry}>
      {action}
    </Button>
  );
  return (
    <Note tone="bad" action={button}>
      {failureOf(error).message} {children}
    </Note>
  );
}
