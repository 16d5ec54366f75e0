import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { ConfirmDialog } from "../../ui/layers/layers";
import { failureOf, useConsole } from "../../ui/queries";
import { plural } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { formatResend } from "./delivery-labels";
import s from "./log.module.css";
import type { LogFilter } from "./log-filter";

/**
 * Resends the deliveries of a filter: counts first, shows the outcome, and sends what was counted. `label`: null if
 * there is nothing to send; the last result stays visible.
 */
export function ResendAll(props: { label: string | null; filter: LogFilter; onSent: () => void }) {
  const { label } = props;
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  if (label === null && sent === null && !isOpen) return null;
  return (
    <span className={ui.actions}>
      <span role="status" className={ui.muted}>
        {sent === null ? "" : formatSent(sent)}
      </span>
      {label === null ? null : (
        <Button
          slim
          onClick={() => {
            setSent(null);
            setOpen(true);
          }}
        >
          <Icon name="refresh" />
          {label}
        </Button>
      )}
      {isOpen ? (
        <ResendDialog
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

function formatSent(sent: number): string {
  return sent === 0 ? "Nothing to resend" : `${plural(sent, "webhook")} resent`;
}

function ResendDialog(props: { filter: LogFilter; onClose: () => void; onSent: (count: number) => void }) {
  const { filter, onClose, onSent } = props;
  const { trpc, merchantId } = useConsole();
  // Counted once when the dialog opens and not refreshed, so that the number sent equals the number shown.
  const counting = useQuery(
    trpc.webhooks.log.countResend.queryOptions(
      { merchantId, ...filter },
      { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  );
  const resend = useAction(trpc.webhooks.log.resendAll, {
    unchanged: "Nothing was resent.",
    onDone: ({ sent }) => onSent(sent),
  });
  const counted = counting.data;
  const events = counted && plural(counted.count, "event");
  return (
    <ConfirmDialog
      title={counted ? `Resend ${events}?` : "Counting …"}
      action={counted && counted.count > 0 ? `Resend ${events}` : "Resend"}
      primary
      act={{
        busy: !counted || counted.count === 0 || resend.busy,
        failure: counting.error ? failureOf(counting.error).message : resend.failure,
      }}
      onConfirm={() => {
        if (counted) resend.run({ merchantId, ...filter, until: counted.until, count: counted.count });
      }}
      onCancel={onClose}
    >
      {counted ? (
        <span className={s.sentences}>
          {formatResend(counted).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </span>
      ) : (
        "Counting the deliveries to resend …"
      )}
    </ConfirmDialog>
  );
}
