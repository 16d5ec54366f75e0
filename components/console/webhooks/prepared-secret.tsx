"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { failureOf, useMerchantId, useTRPC } from "../frame/queries";
import s from "./endpoint.module.css";
import { formatSecretHint } from "./webhook-labels";

type Secret = { hint: string | null; since: string };
type PreparedProps = {
  /** Null: of the default URL. */
  name: string | null;
  present: Secret | null;
  prepared: Secret;
  /** Refreshes the page. */
  onDone: () => Promise<void>;
  /** Gets the focus when there is no next secret any more. */
  stayAt: RefObject<HTMLElement | null>;
};

/** The next secret, not used yet: what to do with it, and the button that activates it. */
export function PreparedSecret({ name, present, prepared, onDone, stayAt }: PreparedProps) {
  const [asking, setAsking] = useState<"activate" | "discard" | null>(null);
  const close = () => setAsking(null);
  return (
    <section className={s.prepared} aria-label="Next secret">
      <p>
        <b>
          Next secret <code>{formatSecretHint(prepared.hint)}</code>
        </b>
        <span className={ui.muted}>
          , created <Time at={prepared.since} />. Not used yet. Add it to your server beside the current one:{" "}
          <code>verifyWebhook</code> accepts both. When your server has both, activate it, then remove the old one.
        </span>
      </p>
      <div className={ui.actions}>
        <Button onClick={() => setAsking("activate")}>Activate secret</Button>
        <Button onClick={() => setAsking("discard")}>Discard secret</Button>
      </div>
      {asking === "activate" ? <Activate {...{ name, present, prepared, onDone, stayAt }} onClose={close} /> : null}
      {asking === "discard" ? <Discard {...{ name, onDone, stayAt }} onClose={close} /> : null}
    </section>
  );
}

type DialogProps = Pick<PreparedProps, "name" | "onDone" | "stayAt"> & { onClose: () => void };

type ActivateProps = DialogProps & Pick<PreparedProps, "present" | "prepared">;

function Activate({ name, present, prepared, onDone, onClose, stayAt }: ActivateProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  // The secret that was shown when the dialog opened: one created since then is not activated.
  const [seen] = useState(prepared);
  const activate = useMutation(
    trpc.webhooks.endpoints.activate.mutationOptions({
      onSuccess: async () => {
        await onDone();
        onClose();
      },
      onError: () => queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      title="Activate the next secret?"
      stayAt={stayAt}
      action="Activate secret"
      cancel="Cancel"
      primary
      busy={activate.isPending}
      error={activate.error ? formatFailure(failureOf(activate.error), "Nothing was changed.") : null}
      onConfirm={() => activate.mutate({ merchantId, name, preparedAt: seen.since })}
      onCancel={onClose}
    >
      From the next attempt on, webhooks are signed with {formatSecretHint(seen.hint)}
      {present ? <>; {formatSecretHint(present.hint)} is no longer used</> : null}. Your server needs the new secret
      now. Deliveries that it rejects are retried.
    </ConfirmDialog>
  );
}

function Discard({ name, onDone, onClose, stayAt }: DialogProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const discard = useMutation(
    trpc.webhooks.endpoints.discard.mutationOptions({
      onSuccess: async () => {
        await onDone();
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title="Discard the next secret?"
      stayAt={stayAt}
      action="Discard secret"
      cancel="Cancel"
      busy={discard.isPending}
      error={discard.error ? formatFailure(failureOf(discard.error), "It is not discarded.") : null}
      onConfirm={() => discard.mutate({ merchantId, name })}
      onCancel={onClose}
    >
      It was never used. The current secret stays active, and you can create another next secret.
    </ConfirmDialog>
  );
}
