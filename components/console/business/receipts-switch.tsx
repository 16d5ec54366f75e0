import { Checkbox } from "../../ui/fields";
import { Section } from "../../ui/heading";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";

/** Whether customers are mailed a receipt of each completed payment. */
export function ReceiptsSwitch({ sendsReceipts }: { sendsReceipts: boolean }) {
  const { trpc, merchantId } = useConsole();
  const { run, busy, failure, input } = useAction(trpc.business.setReceipts, {
    unchanged: "Nothing was changed.",
    changes: [trpc.business.get.pathFilter()],
    toast: "Changes saved",
  });
  return (
    <>
      <Section title="Receipts" />
      <div className={ui.settings}>
        {failure ? <Note tone="bad">{failure}</Note> : null}
        <Checkbox
          help="After each completed payment, when we know the address. Test payments send none, except to the outbox of a demo."
          // While it is saved, the new state is shown.
          checked={busy && input ? input.enabled : sendsReceipts}
          aria-disabled={busy}
          onChange={({ target }) => (busy ? undefined : run({ merchantId, enabled: target.checked }))}
        >
          Send customers a receipt by e-mail
        </Checkbox>
      </div>
    </>
  );
}
