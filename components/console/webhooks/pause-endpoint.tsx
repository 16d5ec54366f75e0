"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/layers/layers";
import { Note } from "../../ui/parts";
import { useAction } from "../../ui/use-action";
import { type Outputs, useMerchantId, useTRPC } from "../frame/queries";
import { formatQueued, isStopped } from "./health-labels";

type Health = Pick<Outputs["webhooks"]["health"]["list"][number], "name" | "state" | "waiting">;

const RESUME_ID = "resume";

/** Pauses an endpoint, after a confirmation, or resumes it: ends a person's pause, or closes the open circuit. */
export function PauseEndpoint({ health: { name, state, waiting } }: { health: Health }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const pause = useAction(trpc.webhooks.health.pause, {
    unchanged: "It is not paused.",
    onDone: async () => {
      // First, because a closing dialog returns the focus to the button that opened it.
      setAsking(false);
      await queries.invalidateQueries(trpc.webhooks.health.pathFilter());
      // The pressed button is gone by then, so the focus moves to Resume.
      setTimeout(() => document.getElementById(RESUME_ID)?.focus());
    },
  });
  const resume = useAction(trpc.webhooks.health.resume, {
    unchanged: "Nothing was changed.",
    changes: [trpc.webhooks.health.pathFilter()],
  });
  const what = name ?? "the default URL";
  if (isStopped(state)) {
    return (
      <div>
        {resume.failure ? <Note tone="bad">{resume.failure}</Note> : null}
        <Button id={RESUME_ID} disabled={resume.busy} onClick={() => resume.run({ merchantId, name })}>
          {state === "paused" ? "Resume" : "Retry now"}
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
          act={pause}
          onConfirm={() => pause.run({ merchantId, name })}
          onCancel={() => setAsking(false)}
        >
          Payments continue; events are queued for up to 30 days. {formatQueued(waiting)}. A delivery that you resend by
          itself is still sent.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
