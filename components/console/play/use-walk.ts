"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMerchantId, useTRPC } from "../queries";
import type { Made, Press } from "./play-order";

/** What a shopper does, in order; then it is over. */
export const WALK_STEPS = ["choose", "look", "answer"] as const;
export type WalkStep = (typeof WALK_STEPS)[number];

/** Long enough for what stands there to be seen before the next thing happens. */
const SEEN_MS: Readonly<Record<WalkStep, number>> = { choose: 1_500, look: 0, answer: 2_500 };

export type Walk = {
  at: WalkStep | "over";
  bank: string | null;
  /** The bank's page, while the shopper is there. */
  html: string | null;
  /** Whether the bank has sent the shopper back; null before they have answered. */
  returned: boolean | null;
  /** Why the step under way did not come off. Nothing goes on by itself then. */
  error: unknown;
  isBusy: boolean;
  again: () => void;
};

/** Walks a payment through: one step after the other, each a call of its own that really does it. */
export function useWalk({ id, token }: Made, press: Press): Walk {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const [at, setAt] = useState<Walk["at"]>("choose");
  const [bank, setBank] = useState<string | null>(null);
  const [html, setHtml] = useState<string | null>(null);
  const [returned, setReturned] = useState<boolean | null>(null);
  const choosing = useMutation(
    trpc.developers.walk.choose.mutationOptions({
      onSuccess: (chosen) => {
        setBank(chosen.bank);
        setAt("look");
      },
    }),
  );
  const looking = useMutation(
    trpc.developers.walk.look.mutationOptions({
      onSuccess: (page) => {
        setHtml(page.html);
        setAt("answer");
      },
    }),
  );
  const answering = useMutation(
    trpc.developers.walk.answer.mutationOptions({
      onSuccess: (answered) => {
        setHtml(answered.html);
        setReturned(answered.returned);
        setAt("over");
      },
    }),
  );
  const { mutate: choose } = choosing;
  const { mutate: look } = looking;
  const { mutate: answer } = answering;
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const steps = {
      choose: () => choose({ merchantId, paymentToken: token }),
      look: () => look({ merchantId, id }),
      answer: () => answer({ merchantId, id, press }),
    };
    if (at === "over") return;
    // Whoever tries again has seen it already.
    const timer = setTimeout(steps[at], tries > 0 ? 0 : SEEN_MS[at]);
    return () => clearTimeout(timer);
  }, [at, tries, choose, look, answer, merchantId, id, token, press]);
  const all = { choose: choosing, look: looking, answer: answering };
  const now = at === "over" ? null : all[at];
  return {
    ...{ at, bank, html, returned },
    error: now?.error ?? null,
    isBusy: now?.isPending ?? false,
    again: () => setTries(tries + 1),
  };
}
