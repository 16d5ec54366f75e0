import type { ReactNode } from "react";
import type { CheckoutPage } from "../model";
import { LOW_TIME_S } from "./phases";

type NoteProps = { name: string; hidden: boolean; role?: "status"; children: ReactNode };

function Note({ name, hidden, role, children }: NoteProps) {
  return (
    <p className="note" data-tone="warn" data-note={name} role={role} hidden={hidden}>
      <span>{children}</span>
    </p>
  );
}

/** The amount changed while the page was open, before a bank was chosen. */
export function AmountChangedNote({ page: { checkout, problem, translator } }: { page: CheckoutPage }) {
  return (
    <Note name="amount" role="status" hidden={problem?.kind !== "amount_changed"}>
      {translator.rich("note.amount_changed", { merchant: checkout.merchant.brandName })}
    </Note>
  );
}

/** The customer chose another bank, and the first one keeps the payment. */
export function BankKeptNote({ page: { checkout, problem, translator } }: { page: CheckoutPage }) {
  // The payment may have moved on since the form was sent.
  if (problem?.kind !== "bank_kept" || checkout.phase !== "at_bank" || checkout.bank === null) return null;
  return (
    <Note name="bank" hidden={false}>
      {translator.rich("note.bank_kept", { bank: checkout.bank.displayName })}
    </Note>
  );
}

/** Warning of the last two minutes, shown by the script. */
export function LowTimeNote({ page: { checkout, translator } }: { page: CheckoutPage }) {
  if (checkout.expiresInS === null) return null;
  return (
    <Note name="low" hidden={checkout.expiresInS >= LOW_TIME_S}>
      {translator.rich("note.low_time")}
    </Note>
  );
}
