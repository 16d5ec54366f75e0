import type { RefObject } from "react";
import { Button } from "../../ui/button";
import { Note } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { type Action, useAction } from "../../ui/use-action";

type Health = Pick<Outputs["webhooks"]["health"]["list"][number], "name" | "state">;

/** `stayAt` takes the focus once the button is gone. */
type StayAt = { stayAt: RefObject<HTMLElement | null> };

/** Ends a person's pause, or closes the open circuit. */
export function ResumeEndpoint({ health: { name, state }, stayAt }: StayAt & { health: Health }) {
  const { trpc, merchantId } = useConsole();
  const resume = useAction(trpc.webhooks.health.resume, {
    unchanged: "Nothing was changed.",
    changes: [trpc.webhooks.health.pathFilter()],
    onDone: () => stayAt.current?.focus(),
  });
  return <AtOnce act={resume} input={{ merchantId, name }} label={state === "paused" ? "Resume" : "Retry now"} />;
}

/** Enables a disabled endpoint. */
export function EnableEndpoint({ name, stayAt }: StayAt & { name: string }) {
  const { trpc, merchantId } = useConsole();
  const enable = useAction(trpc.webhooks.endpoints.switch, {
    unchanged: "It is still disabled.",
    changes: [trpc.webhooks.endpoints.pathFilter(), trpc.webhooks.health.pathFilter()],
    onDone: () => stayAt.current?.focus(),
  });
  return <AtOnce act={enable} input={{ merchantId, name, to: "enabled" as const }} label="Enable endpoint" />;
}

function AtOnce<Input>({ act, input, label }: { act: Action<Input>; input: Input; label: string }) {
  return (
    <div>
      {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
      <Button disabled={act.busy} onClick={() => act.run(input)}>
        {label}
      </Button>
    </div>
  );
}
