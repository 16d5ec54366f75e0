"use client";

import { type Outputs, useTRPC } from "../../console/frame/queries";
import { ConfirmDialog } from "../../ui/layers/layers";
import { useOperatorAction } from "../frame/use-act";

type Connection = Outputs["platform"]["connections"]["get"];

/** Confirms enabling or disabling a connection. */
export function SwitchConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const trpc = useTRPC();
  const { id, environment, enabled } = connection;
  const to = enabled ? "disabled" : "enabled";
  const unchanged = `The connection is still ${enabled ? "enabled" : "disabled"}.`;
  const act = useOperatorAction(trpc.platform.connections.switch, {
    unchanged,
    onDone: onClose,
  });
  const why = Object.values(act.errors);
  return (
    <ConfirmDialog
      title={`${enabled ? "Disable" : "Enable"} ${id}?`}
      action={enabled ? "Disable connection" : "Enable connection"}
      primary={!enabled}
      act={why.length > 0 ? { ...act, failure: `${why.join(". ")}. ${unchanged}` } : act}
      onConfirm={() => act.run({ id, to })}
      onCancel={onClose}
    >
      {describeAct(enabled, environment === "live")}
    </ConfirmDialog>
  );
}

function describeAct(enabled: boolean, live: boolean): string {
  if (enabled) {
    return "Within a second, no new payments start through it and customers can’t choose its banks. Payments already started are completed.";
  }
  return live
    ? "Within a second, customers can pay at its banks with real money. From the first live connection on, payments are live unless they are created as tests. This can’t be undone."
    : "Within a second, test payments at its banks use it instead of the simulated bank.";
}
