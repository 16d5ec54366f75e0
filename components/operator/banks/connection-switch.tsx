import { ConfirmButton } from "../../ui/layers/confirm-button";
import { type Outputs, useTRPC } from "../../ui/queries";
import { useOperatorAction } from "../frame/use-operator-action";

type Connection = Outputs["platform"]["connections"]["get"];

/** Enables or disables a connection, after a confirmation. */
export function SwitchConnection({ connection: { id, environment, enabled } }: { connection: Connection }) {
  const trpc = useTRPC();
  const verb = enabled ? "Disable" : "Enable";
  const unchanged = `The connection is still ${enabled ? "enabled" : "disabled"}.`;
  const act = useOperatorAction(trpc.platform.connections.switch, { unchanged });
  const why = Object.values(act.errors);
  return (
    <ConfirmButton
      label={verb}
      look={enabled ? "danger" : "primary"}
      title={`${verb} ${id}?`}
      action={`${verb} connection`}
      primary={!enabled}
      act={why.length > 0 ? { ...act, failure: `${why.join(". ")}. ${unchanged}` } : act}
      input={{ id, to: enabled ? "disabled" : "enabled" }}
    >
      {describeAct(enabled, environment === "live")}
    </ConfirmButton>
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
