"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Drawer, DrawerForm } from "./drawer";
import { failureWords } from "./failure-words";
import { type Movement, whatFor, whyNotMatched } from "./movements-words";
import o from "./overlay.module.css";
import { Field, Money, Note } from "./parts";
import { failureOf, useTRPC } from "./queries";
import ui from "./ui.module.css";

type Act = "match" | "dismiss";

const WORDS: Record<Act, { button: string; title: string; action: string; lead: string }> = {
  match: {
    button: "Match",
    title: "Match it to a payment",
    action: "Match it",
    lead: "The payment counts as paid, and its merchant is told. Currency, amount and account have to fit.",
  },
  dismiss: {
    button: "Set aside",
    title: "Set it aside",
    action: "Set it aside",
    lead: "It is no payment's: nothing follows from it. It stays in the list, with your reason.",
  },
};

/** The two things that a person can say of a movement that no rule could place. */
export function DecideMovement({ movement }: { movement: Movement }) {
  const [act, setAct] = useState<Act | null>(null);
  return (
    <span className={ui.actions}>
      {(["match", "dismiss"] as const).map((one) => (
        <button
          key={one}
          className={`${ui.button} ${ui.slim}`}
          type="button"
          onClick={() => setAct(one)}
          aria-label={`${WORDS[one].button}: ${movement.decimal} ${movement.currency}, ${whatFor(movement)}`}
        >
          {WORDS[one].button}
        </button>
      ))}
      {act ? <Decision movement={movement} act={act} onClose={() => setAct(null)} /> : null}
    </span>
  );
}

function Decision({ movement, act, onClose }: { movement: Movement; act: Act; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const ended = {
    onSuccess: onClose,
    // Refused too: somebody else may have decided meanwhile.
    onSettled: () => queries.invalidateQueries(trpc.movements.pathFilter()),
  };
  const match = useMutation(trpc.movements.match.mutationOptions(ended));
  const dismiss = useMutation(trpc.movements.dismiss.mutationOptions(ended));
  const { error, isPending } = act === "match" ? match : dismiss;
  const failure = error ? failureOf(error) : null;
  const { title, action, lead } = WORDS[act];
  const send = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const decided = { id: movement.id, reason: text("reason") };
    if (act === "match") match.mutate({ ...decided, payment: text("payment") });
    else dismiss.mutate(decided);
  };
  const general = failure && !failure.fields["payment"] && !failure.fields["reason"];
  return (
    <Drawer title={title} onClose={onClose}>
      <DrawerForm action={action} busy={isPending} onSubmit={send}>
        {general ? <Note tone="bad">{failureWords(failure, "Nothing was changed.")}</Note> : null}
        <div>
          <p className={o.amount}>
            <Money decimal={movement.decimal} currency={movement.currency} />
          </p>
          <p className={ui.muted}>
            {whatFor(movement)}. {whyNotMatched(movement)}
          </p>
        </div>
        <p className={ui.muted}>{lead}</p>
        {act === "match" ? (
          <Field
            id="decide-payment"
            label="Payment"
            help="The id of the payment request, or our end-to-end id of one of its attempts."
            error={failure?.fields["payment"]}
          >
            {(wiring) => (
              <span className={ui.input}>
                <input {...wiring} name="payment" autoComplete="off" spellCheck={false} />
              </span>
            )}
          </Field>
        ) : null}
        <Field
          id="decide-reason"
          label="Why"
          help="For the audit log, and for who looks at it next."
          error={failure?.fields["reason"]}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="reason" autoComplete="off" maxLength={500} />
            </span>
          )}
        </Field>
      </DrawerForm>
    </Drawer>
  );
}
