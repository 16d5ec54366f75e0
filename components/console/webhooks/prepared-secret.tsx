"use client";

import { type RefObject, useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/layers/layers";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { useMerchantId, useTRPC } from "../frame/queries";
import s from "./endpoint.module.css";
import { formatSecretHint } from "./webhook-labels";

type Secret = { hint: string | null; since: string };
type PreparedProps = {
  /** Null: of the default URL. */
  name: string | null;
  present: Secret | null;
  prepared: Secret;
  /** Gets the focus when there is no next secret any more. */
  stayAt: RefObject<HTMLElement | null>;
};

/** The next secret, not used yet: what to do with it, and the button that activates it. */
export function PreparedSecret({ name, present, prepared, stayAt }: PreparedProps) {
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
      {asking === "activate" ? <Activate {...{ name, present, prepared, stayAt }} onClose={close} /> : null}
      {asking === "discard" ? <Discard {...{ name, stayAt }} onClose={close} /> : null}
    </section>
  );
}

type DialogProps = Pick<PreparedProps, "name" | "stayAt"> & { onClose: () => void };

type ActivateProps = DialogProps & Pick<PreparedProps, "present" | "prepared">;

function Activate({ name, present, prepared, onClose, stayAt }: ActivateProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  // The secret that was shown when the dialog opened: one created since then is not activated.
  const [seen] = useState(prepared);
  const activate = useAction(trpc.webhooks.endpoints.activate, {
    unchanged: "Nothing was changed.",
    changes: [trpc.webhooks.endpoints.pathFilter()],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Activate the next secret?"
      stayAt={stayAt}
      action="Activate secret"
      primary
      act={activate}
      onConfirm={() => activate.run({ merchantId, name, preparedAt: seen.since })}
      onCancel={onClose}
    >
      From the next attempt on, webhooks are signed with {formatSecretHint(seen.hint)}
      {present ? <>; {formatSecretHint(present.hint)} is no longer used</> : null}. Your server needs the new secret
      now. Deliveries that it rejects are retried.
    </ConfirmDialog>
  );
}

function Discard({ name, onClose, stayAt }: DialogProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const discard = useAction(trpc.webhooks.endpoints.discard, {
    unchanged: "It is not discarded.",
    changes: [trpc.webhooks.endpoints.pathFilter()],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Discard the next secret?"
      stayAt={stayAt}
      action="Discard secret"
      act={discard}
      onConfirm={() => discard.run({ merchantId, name })}
      onCancel={onClose}
    >
      It was never used. The current secret stays active, and you can create another next secret.
    </ConfirmDialog>
  );
}
