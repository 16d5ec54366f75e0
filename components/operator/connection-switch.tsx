"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "../console/confirm-dialog";
import { failureOf, type Outputs, useTRPC } from "../console/queries";
import { useChanged } from "./use-act";

type Connection = Outputs["platform"]["connections"]["get"];

/** Asks before a connection is enabled or disabled. */
export function SwitchConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const { id, environment, enabled } = connection;
  const to = enabled ? "disabled" : "enabled";
  const act = useMutation(
    trpc.platform.connections.switch.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`${enabled ? "Disable" : "Enable"} ${id}?`}
      action={enabled ? "Disable it" : "Enable it"}
      cancel="Leave it"
      primary={!enabled}
      busy={act.isPending}
      error={act.error ? failureSentence(act.error, enabled) : null}
      onConfirm={() => act.mutate({ id, to })}
      onCancel={onClose}
    >
      {wordsOf(enabled, environment === "live")}
    </ConfirmDialog>
  );
}

function failureSentence(error: unknown, enabled: boolean): string {
  const { message, fields } = failureOf(error);
  const why = Object.values(fields);
  return `${why.length > 0 ? `${why.join(". ")}.` : message} It is ${enabled ? "enabled" : "disabled"} as before.`;
}

function wordsOf(enabled: boolean, live: boolean): string {
  if (enabled) {
    return "Nothing new is started over it within a second, and shoppers are not offered its banks. What was started is followed to its end.";
  }
  return live
    ? "Shoppers can pay at its banks within a second, with real money. With the first live connection, payments are real unless they say that they are a test: for good."
    : "Test payments at its banks go over it within a second, instead of to the simulated bank.";
}
