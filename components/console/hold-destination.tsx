"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { failureWords } from "./failure-words";
import { waitingWords } from "./health-words";
import { Note } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import ui from "./ui.module.css";

type Health = Pick<Outputs["webhooks"]["health"]["list"][number], "name" | "state" | "waiting">;

const RESUME_ID = "resume";

/** Pauses a destination, after asking, or lets it go on; `name` null: the default URL. */
export function HoldDestination({ health: { name, state, waiting } }: { health: Health }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const again = () => queries.invalidateQueries(trpc.webhooks.health.pathFilter());
  const hold = useMutation(
    trpc.webhooks.health.hold.mutationOptions({
      onSuccess: async () => {
        // First, because a dialog that closes takes the focus back to where it came from.
        setAsking(false);
        await again();
        // The button that was pressed is gone. Its counterpart stands where the page says that it is paused.
        setTimeout(() => document.getElementById(RESUME_ID)?.focus());
      },
    }),
  );
  const resume = useMutation(trpc.webhooks.health.resume.mutationOptions({ onSuccess: again }));
  const what = name ?? "the default URL";
  if (state === "paused") {
    return (
      <div>
        {resume.error ? <Note tone="bad">{failureWords(failureOf(resume.error), "It is still paused.")}</Note> : null}
        <button
          id={RESUME_ID}
          className={ui.button}
          type="button"
          disabled={resume.isPending}
          onClick={() => resume.mutate({ merchantId, name })}
        >
          Resume
        </button>
      </div>
    );
  }
  return (
    <>
      <button className={ui.button} type="button" onClick={() => setAsking(true)}>
        Pause
      </button>
      {asking ? (
        <ConfirmDialog
          title={`Pause ${what}?`}
          action="Pause it"
          cancel="Leave it on"
          busy={hold.isPending}
          error={hold.error ? failureWords(failureOf(hold.error), "It goes on as before.") : null}
          onConfirm={() => hold.mutate({ merchantId, name })}
          onCancel={() => setAsking(false)}
        >
          Payments are accepted as before, and what is to be told waits: {waitingWords(waiting).toLowerCase()} now.
          Nothing is sent until somebody resumes it, except what is sent again by hand. A delivery that has waited for
          30 days is given up.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
