"use client";

import { failureOf } from "./queries";
import ui from "./ui.module.css";

/** A list that could not be brought up to date; what was read before stays on the page below it. */
export function QueryFailure({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const { message, requestId } = failureOf(error);
  return (
    <section className={ui.empty} role="alert">
      <h2>{what} did not load</h2>
      <p>{message} Shoppers can pay meanwhile, and nothing is missing here afterwards.</p>
      <div className={ui.actions}>
        <button className={`${ui.button} ${ui.primary}`} type="button" onClick={retry}>
          Try again
        </button>
      </div>
      {requestId ? (
        <p>
          Request <code>{requestId}</code>
        </p>
      ) : null}
    </section>
  );
}
