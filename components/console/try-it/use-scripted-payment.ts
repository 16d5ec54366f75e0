import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useConsole } from "../../ui/queries";
import type { BankButton, CreatedPayment } from "./simulation-request";

/** The steps of a scripted payment, in order. */
type ScriptStep = "choose" | "open" | "answer";

/** How long each step is shown before the next one. */
const SEEN_MS: Readonly<Record<ScriptStep, number>> = { choose: 1_500, open: 0, answer: 2_500 };

export type ScriptedPayment = {
  at: ScriptStep | "over";
  bank: string | null;
  /** The bank's page, while it is shown. */
  html: string | null;
  /** Whether the bank redirected the customer back; null before the button was pressed. */
  returned: boolean | null;
  /** Why the current step failed; it is then retried only by the user. */
  error: unknown;
  isBusy: boolean;
  again: () => void;
};

/** Runs a scripted payment step by step; each step makes a real call. */
export function useScriptedPayment({ id, token }: CreatedPayment, press: BankButton): ScriptedPayment {
  const { trpc, merchantId } = useConsole();
  const [at, setAt] = useState<ScriptedPayment["at"]>("choose");
  const [bank, setBank] = useState<string | null>(null);
  const [html, setHtml] = useState<string | null>(null);
  const [returned, setReturned] = useState<boolean | null>(null);
  const choosing = useMutation(
    trpc.developers.testPayments.choose.mutationOptions({
      onSuccess: (chosen) => {
        setBank(chosen.bank);
        setAt("open");
      },
    }),
  );
  const opening = useMutation(
    trpc.developers.testPayments.open.mutationOptions({
      onSuccess: (page) => {
        setHtml(page.html);
        setAt("answer");
      },
    }),
  );
  const answering = useMutation(
    trpc.developers.testPayments.answer.mutationOptions({
      onSuccess: (answered) => {
        setHtml(answered.html);
        setReturned(answered.returned);
        setAt("over");
      },
    }),
  );
  const { mutate: choose } = choosing;
  const { mutate: open } = opening;
  const { mutate: answer } = answering;
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const steps = {
      choose: () => choose({ merchantId, paymentToken: token }),
      open: () => open({ merchantId, id }),
      answer: () => answer({ merchantId, id, press }),
    };
    if (at === "over") return;
    // A retry skips the delay: the user has already seen this step.
    const timer = setTimeout(steps[at], tries > 0 ? 0 : SEEN_MS[at]);
    return () => clearTimeout(timer);
  }, [at, tries, choose, open, answer, merchantId, id, token, press]);
  const all = { choose: choosing, open: opening, answer: answering };
  const now = at === "over" ? null : all[at];
  return {
    ...{ at, bank, html, returned },
    error: now?.error ?? null,
    isBusy: now?.isPending ?? false,
    again: () => setTries(tries + 1),
  };
}
