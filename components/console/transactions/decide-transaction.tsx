"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import o from "../../ui/overlay.module.css";
import { Money, Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { failureOf, useTRPC } from "../frame/queries";
import { formatDescription, type Transaction, unmatchedReason } from "./transaction-labels";

type Act = "match" | "dismiss";

const LABELS: Record<Act, { button: string; title: string; action: string; lead: string }> = {
  match: {
    button: "Match",
    title: "Match to a payment",
    action: "Match transaction",
    lead: "The payment counts as paid, and its webhooks are sent. Currency, amount and account have to agree.",
  },
  dismiss: {
    button: "Dismiss",
    title: "Dismiss transaction",
    action: "Dismiss transaction",
    lead: "It belongs to no payment. It stays in the list, with your reason.",
  },
};

/** Match or dismiss an unmatched transaction. */
export function DecideTransaction({ transaction }: { transaction: Transaction }) {
  const [act, setAct] = useState<Act | null>(null);
  return (
    <span className={ui.actions}>
      {(["match", "dismiss"] as const).map((one) => (
        <Button
          slim
          key={one}
          onClick={() => setAct(one)}
          aria-label={`${LABELS[one].button}: ${transaction.decimal} ${transaction.currency}, ${formatDescription(transaction)}`}
        >
          {LABELS[one].button}
        </Button>
      ))}
      {act ? <Decision transaction={transaction} act={act} onClose={() => setAct(null)} /> : null}
    </span>
  );
}

function Decision({ transaction, act, onClose }: { transaction: Transaction; act: Act; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const ended = {
    onSuccess: onClose,
    // After an error too: another user may have decided meanwhile.
    onSettled: () => queries.invalidateQueries(trpc.transactions.pathFilter()),
  };
  const match = useMutation(trpc.transactions.match.mutationOptions(ended));
  const dismiss = useMutation(trpc.transactions.dismiss.mutationOptions(ended));
  const { error, isPending } = act === "match" ? match : dismiss;
  const failure = error ? failureOf(error) : null;
  const { title, action, lead } = LABELS[act];
  const send = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const decided = { id: transaction.id, reason: text("reason") };
    if (act === "match") match.mutate({ ...decided, payment: text("payment") });
    else dismiss.mutate(decided);
  };
  const general = failure && !failure.fields["payment"] && !failure.fields["reason"];
  return (
    <Drawer title={title} onClose={onClose}>
      <DrawerForm action={action} busy={isPending} onSubmit={send}>
        {general ? <Note tone="bad">{formatFailure(failure, "Nothing was changed.")}</Note> : null}
        <div>
          <p className={o.amount}>
            <Money decimal={transaction.decimal} currency={transaction.currency} />
          </p>
          <p className={ui.muted}>
            {formatDescription(transaction)}. {unmatchedReason(transaction)}
          </p>
        </div>
        <p className={ui.muted}>{lead}</p>
        {act === "match" ? (
          <TextField
            id="decide-payment"
            label="Payment"
            help="The payment ID, or the end-to-end ID of one of its attempts."
            error={failure?.fields["payment"]}
            name="payment"
            autoComplete="off"
            spellCheck={false}
          />
        ) : null}
        <TextField
          id="decide-reason"
          label="Reason"
          help="For the audit log and your colleagues."
          error={failure?.fields["reason"]}
          name="reason"
          autoComplete="off"
          maxLength={500}
        />
      </DrawerForm>
    </Drawer>
  );
}
