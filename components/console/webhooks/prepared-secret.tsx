import { type RefObject, useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { ConfirmDialog } from "../../ui/layers/layers";
import { useConsole, useMay } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
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
  const may = useMay();
  const [isActivating, setActivating] = useState(false);
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
        {may("webhooks.endpoints.activate") ? (
          <Button onClick={() => setActivating(true)}>Activate secret</Button>
        ) : null}
        {may("webhooks.endpoints.discard") ? <DiscardSecret name={name} stayAt={stayAt} /> : null}
      </div>
      {isActivating ? <Activate {...{ name, present, prepared, stayAt }} onClose={() => setActivating(false)} /> : null}
    </section>
  );
}

function Activate({ name, present, prepared, onClose, stayAt }: PreparedProps & { onClose: () => void }) {
  const { trpc, merchantId } = useConsole();
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

/** Everything here goes with the next secret: the focus then goes to `stayAt`. */
function DiscardSecret({ name, stayAt }: Pick<PreparedProps, "name" | "stayAt">) {
  const { trpc, merchantId } = useConsole();
  const discard = useAction(trpc.webhooks.endpoints.discard, {
    unchanged: "The next secret was not discarded.",
    changes: [trpc.webhooks.endpoints.pathFilter()],
  });
  return (
    <ConfirmButton
      label="Discard secret"
      title="Discard the next secret?"
      stayAt={stayAt}
      action="Discard secret"
      act={discard}
      input={{ merchantId, name }}
    >
      It was never used. The current secret stays active, and you can create another next secret.
    </ConfirmButton>
  );
}
