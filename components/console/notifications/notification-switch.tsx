import type { ReactNode } from "react";
import { Checkbox } from "../../ui/fields";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import type { Preference } from "./notification-labels";

/** Switches a kind of mail on or off for the signed-in person. */
export function NotificationSwitch({ preference, children }: { preference: Preference; children: ReactNode }) {
  const { trpc, merchantId } = useConsole();
  const { kind, enabled } = preference;
  const { run, busy, failure, input } = useAction(trpc.notifications.set, {
    unchanged: "Nothing was changed.",
    changes: [trpc.notifications.list.queryFilter({ merchantId })],
    toast: "Notifications saved.",
  });
  return (
    <>
      <Checkbox
        role="switch"
        // While it is saved, the new state is shown.
        checked={busy && input ? input.enabled : enabled}
        aria-disabled={busy}
        onChange={({ target }) => (busy ? undefined : run({ merchantId, kind, enabled: target.checked }))}
      >
        {children}
      </Checkbox>
      {failure ? <Note tone="bad">{failure}</Note> : null}
    </>
  );
}
