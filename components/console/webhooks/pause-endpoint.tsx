"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "../frame/queries";
import { formatQueued } from "./health-labels";

type Health = Pick<Outputs["webhooks"]["health"]["list"][number], "name" | "state" | "by" | "waiting">;

const RESUME_ID = "resume";

/** Pauses an endpoint, after a confirmation, or resumes it: ends a person's pause, or closes the open circuit. */
export function PauseEndpoint({ health: { name, state, by, waiting } }: { health: Health }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const again = () => queries.invalidateQueries(trpc.webhooks.health.pathFilter());
  const pause = useMutation(
    trpc.webhooks.health.pause.mutationOptions({
      onSuccess: async () => {
        // First, because a closing dialog returns the focus to the button that opened it.
        setAsking(false);
        await again();
        // The pressed button is gone by then, so the focus moves to Resume.
        setTimeout(() => document.getElementById(RESUME_ID)?.focus());
      },
    }),
  );
  const resume = useMutation(trpc.webhooks.health.resume.mutationOptions({ onSuccess: again }));
  const what = name ?? "the default URL";
  if (state === "paused") {
    return (
      <div>
        {resume.error ? <Note tone="bad">{formatFailure(failureOf(resume.error), "Nothing was changed.")}</Note> : null}
        <Button id={RESUME_ID} disabled={resume.isPending} onClick={() => resume.mutate({ merchantId, name })}>
          {by === "person" ? "Resume" : "Retry now"}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Pause</Button>
      {asking ? (
        <ConfirmDialog
          title={`Pause ${what}?`}
          action="Pause"
          cancel="Cancel"
          busy={pause.isPending}
          error={pause.error ? formatFailure(failureOf(pause.error), "It is not paused.") : null}
          onConfirm={() => pause.mutate({ merchantId, name })}
          onCancel={() => setAsking(false)}
        >
          Payments continue; events are queued for up to 30 days. {formatQueued(waiting)}. A delivery that you resend by
          itself is still sent.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
