import { Button } from "../../ui/button";
import { TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import { useNamedRow, useOpenLayer } from "../../ui/layers/open-layer";
import o from "../../ui/layers/overlay.module.css";
import { groupDigits } from "../../ui/money";
import { Money } from "../../ui/parts";
import { useTRPC } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import {
  formatDescription,
  formatMatchEffect,
  type Transaction,
  type Transactions,
  unmatchedReason,
} from "./transaction-labels";

type Act = "match" | "dismiss";

type Labels = { button: string; title: string; action: string; lead: (direction: Transaction["direction"]) => string };

const LABELS: Record<Act, Labels> = {
  match: {
    button: "Match",
    title: "Match to a payment",
    action: "Match transaction",
    lead: formatMatchEffect,
  },
  dismiss: {
    button: "Dismiss",
    title: "Dismiss transaction",
    action: "Dismiss transaction",
    lead: () => "It belongs to no payment. It stays in the list, with your reason.",
  },
};

/**
 * The drawer in which an unmatched transaction of the list is matched or dismissed. It stays, with what is typed in it,
 * also when its row leaves the list. `onDecide`: opens it; null: the user may not decide.
 */
export function useDecision({ items, mayDecide }: Pick<Transactions, "items" | "mayDecide">) {
  const { open, value, show, close } = useOpenLayer<Act>("match", "dismiss");
  const unmatched = items.filter((one) => unmatchedReason(one) !== null);
  const transaction = useNamedRow(value, unmatched, ({ id }) => id);
  const isOpen = mayDecide && open !== null && transaction !== undefined;
  return {
    onDecide: mayDecide ? show : null,
    drawer: isOpen ? <Decision transaction={transaction} act={open} onClose={close} /> : null,
  };
}

export type OnDecide = ReturnType<typeof useDecision>["onDecide"];

type ButtonsProps = { transaction: Transaction; onDecide: NonNullable<OnDecide> };

/** Match or dismiss an unmatched transaction. */
export function DecideButtons({ transaction, onDecide }: ButtonsProps) {
  return (
    <span className={ui.actions}>
      {(["match", "dismiss"] as const).map((one) => (
        <Button
          slim
          key={one}
          onClick={() => onDecide(one, transaction.id)}
          aria-label={`${LABELS[one].button}: ${groupDigits(transaction.decimal)} ${transaction.currency}, ${formatDescription(transaction)}`}
        >
          {LABELS[one].button}
        </Button>
      ))}
    </span>
  );
}

function Decision({ transaction, act, onClose }: { transaction: Transaction; act: Act; onClose: () => void }) {
  const trpc = useTRPC();
  const options = {
    unchanged: "Nothing was changed.",
    fields: ["payment", "reason"],
    // After a failure too: another user may have decided meanwhile.
    changes: [trpc.transactions.pathFilter()],
    onDone: onClose,
  };
  const match = useAction(trpc.transactions.match, options);
  const dismiss = useAction(trpc.transactions.dismiss, options);
  const decide = act === "match" ? match : dismiss;
  const { title, action, lead } = LABELS[act];
  const send = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const decided = { id: transaction.id, reason: text("reason") };
    if (act === "match") match.run({ ...decided, payment: text("payment") });
    else dismiss.run(decided);
  };
  return (
    <FormDrawer title={title} onClose={onClose} action={action} act={decide} onSubmit={send}>
      <div>
        <p className={o.amount}>
          <Money decimal={transaction.decimal} currency={transaction.currency} />
        </p>
        <p className={ui.muted}>
          {formatDescription(transaction)}. {unmatchedReason(transaction)}
        </p>
      </div>
      <p className={ui.muted}>{lead(transaction.direction)}</p>
      {act === "match" ? (
        <TextField
          id="decide-payment"
          label="Payment"
          help="The payment ID, or the end-to-end ID of one of its attempts."
          error={decide.errors["payment"]}
          name="payment"
        />
      ) : null}
      <TextField
        id="decide-reason"
        label="Reason"
        help="For the audit log and your colleagues."
        error={decide.errors["reason"]}
        name="reason"
        maxLength={500}
      />
    </FormDrawer>
  );
}
