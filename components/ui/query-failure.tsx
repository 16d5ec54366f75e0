"use client";

import { failureOf } from "../console/frame/queries";
import { Button } from "./button";
import ui from "./ui.module.css";

/** A query that failed; the page keeps what it had loaded before. `what`: "The list". */
export function QueryFailure({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const { message, requestId } = failureOf(error);
  return (
    <section className={ui.empty} role="alert">
      <h2>We couldn’t load {`${what.slice(0, 1).toLowerCase()}${what.slice(1)}`}</h2>
      <p>{message} Customers can still pay.</p>
      <div className={ui.actions}>
        <Button look="primary" onClick={retry}>
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
