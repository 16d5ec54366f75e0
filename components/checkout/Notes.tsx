import type { ReactNode } from "react";
import type { CheckoutPage } from "./model";
import { LOW_TIME_S } from "./phases";

type NoteProps = { name: string; hidden: boolean; role?: "status"; children: ReactNode };

function Note({ name, hidden, role, children }: NoteProps) {
  return (
    <p className="note" data-tone="warn" data-note={name} role={role} hidden={hidden}>
      <span>{children}</span>
    </p>
  );
}

/** A new amount while the page was open, before a bank was pressed. */
export function AmountChangedNote({ page: { checkout, problem, words } }: { page: CheckoutPage }) {
  return (
    <Note name="amount" role="status" hidden={problem?.kind !== "amount_changed"}>
      {words.rich("note.amount_changed", { merchant: checkout.merchant.brandName })}
    </Note>
  );
}

/** Haste, in words: shown by the script when the timer gets there. */
export function LowTimeNote({ page: { checkout, words } }: { page: CheckoutPage }) {
  if (checkout.expiresInS === null) return null;
  return (
    <Note name="low" hidden={checkout.expiresInS >= LOW_TIME_S}>
      {words.rich("note.low_time")}
    </Note>
  );
}
