"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import ui from "./ui.module.css";

/** A page that could not be drawn: what happened, what did not, what to do. */
export function PageFailure({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter();
  const again = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <section className={ui.empty} role="alert">
      <h1>This page did not load</h1>
      <p>The database did not answer, or something of ours broke. Nothing was changed, and nothing is lost.</p>
      <div className={ui.actions}>
        <button className={`${ui.button} ${ui.primary}`} type="button" onClick={again}>
          Try again
        </button>
      </div>
      {error.digest ? (
        <p>
          If it stays so, tell whoever runs this installation the reference <code>{error.digest}</code>.
        </p>
      ) : null}
    </section>
  );
}
