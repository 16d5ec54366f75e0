"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { resendWords } from "./delivery-words";
import { Icon } from "./icons";
import s from "./log.module.css";
import type { LogFilter } from "./log-filter";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import ui from "./ui.module.css";

/**
 * Sends all that a filter finds: counts first, says what would come of it, and sends what was counted. `label`: null where
 * there is nothing to send; what was said last stays, however soon what was sent has arrived.
 */
export function ResendAll(props: { label: string | null; filter: LogFilter; onSent: () => void }) {
  const { label } = props;
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  if (label === null && sent === null && !isOpen) return null;
  return (
    <span className={ui.actions}>
      <span role="status" className={ui.muted}>
        {sent === null ? "" : sentWords(sent)}
      </span>
      {label === null ? null : (
        <button
          className={`${ui.button} ${ui.slim}`}
          type="button"
          onClick={() => {
            setSent(null);
            setOpen(true);
          }}
        >
          <Icon name="refresh" />
          {label}
        </button>
      )}
      {isOpen ? (
        <Asking
          filter={props.filter}
          onClose={() => setOpen(false)}
          onSent={(count) => {
            setOpen(false);
            setSent(count);
            props.onSent();
          }}
        />
      ) : null}
    </span>
  );
}

function sentWords(sent: number): string {
  if (sent === 0) return "Nothing was left to send.";
  return sent === 1 ? "One delivery is on its way." : `${sent.toLocaleString("en-GB")} deliveries are on their way.`;
}

function Asking(props: { filter: LogFilter; onClose: () => void; onSent: (count: number) => void }) {
  const { filter, onClose, onSent } = props;
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  // Counted anew whenever it is asked, and never while it is read: what is sent is what the dialog says.
  const counting = useQuery(
    trpc.webhooks.log.countResend.queryOptions(
      { merchantId, ...filter },
      { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  );
  const sending = useMutation(trpc.webhooks.log.resendAll.mutationOptions({ onSuccess: ({ sent }) => onSent(sent) }));
  const counted = counting.data;
  const error = counting.error ?? sending.error;
  const number = counted?.count.toLocaleString("en-GB");
  return (
    <ConfirmDialog
      title={counted ? `Send ${number} ${counted.count === 1 ? "delivery" : "deliveries"} again?` : "Counting …"}
      action={counted && counted.count > 0 ? `Send ${number} again` : "Send again"}
      cancel="Not now"
      primary
      busy={!counted || counted.count === 0 || sending.isPending}
      error={error ? failureOf(error).message : null}
      onConfirm={() => {
        if (counted) sending.mutate({ merchantId, ...filter, until: counted.until, count: counted.count });
      }}
      onCancel={onClose}
    >
      {counted ? (
        <span className={s.sentences}>
          {resendWords(counted).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </span>
      ) : (
        "How many there are, and whether something stands in their way."
      )}
    </ConfirmDialog>
  );
}
