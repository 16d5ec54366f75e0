"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Icon } from "./icons";
import { Note } from "./parts";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import ui from "./ui.module.css";

const DONE: Record<string, string> = {
  again: "It is sent again.",
  brought_forward: "It is sent now.",
  in_hand: "It is being sent just now.",
};

/** Sends one delivery now: in a line of the timeline, or at the head of the page (`primary`). */
export function ResendNews(props: { deliveryId: string; words: string; primary?: boolean }) {
  const { deliveryId, words, primary = false } = props;
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const resend = useMutation(
    trpc.webhooks.log.resend.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.payments.get.queryFilter()),
    }),
  );
  return (
    <>
      <button
        className={`${ui.button} ${primary ? ui.primary : ui.slim}`}
        type="button"
        disabled={resend.isPending}
        onClick={() => resend.mutate({ merchantId, id: deliveryId })}
        data-again={primary ? "" : undefined}
      >
        <Icon name={primary ? "refresh" : "arrow"} />
        {words}
      </button>
      <span className={ui.hidden} role="status">
        {resend.data ? (DONE[resend.data.how] ?? "") : ""}
      </span>
      {resend.error ? <Note tone="bad">{failureOf(resend.error).message}</Note> : null}
    </>
  );
}
