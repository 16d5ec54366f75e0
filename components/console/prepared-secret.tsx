"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import s from "./endpoint.module.css";
import { failureWords } from "./failure-words";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";
import { hintWords } from "./webhooks-words";

type Secret = { hint: string | null; since: string };
type PreparedProps = {
  /** Null: of the default URL. */
  name: string | null;
  present: Secret | null;
  prepared: Secret;
  /** Brings the page up to date. */
  onDone: () => Promise<void>;
  /** What has the focus when there is none prepared any more. */
  stayAt: RefObject<HTMLElement | null>;
};

/** The next secret, which signs nothing yet: what to do with it, and the step that makes it sign. */
export function PreparedSecret({ name, present, prepared, onDone, stayAt }: PreparedProps) {
  const [asking, setAsking] = useState<"activate" | "discard" | null>(null);
  const close = () => setAsking(null);
  return (
    <section className={s.prepared} aria-label="The next secret">
      <p>
        <b>
          The next secret, <code>{hintWords(prepared.hint)}</code>, is prepared
        </b>{" "}
        <span className={ui.muted}>
          since <Time at={prepared.since} />. It signs nothing yet. Put it where your server verifies, beside the
          present one: <code>verifyWebhook</code> takes both. When the server has both, activate it; then take the old
          one away.
        </span>
      </p>
      <div className={ui.actions}>
        <button className={ui.button} type="button" onClick={() => setAsking("activate")}>
          Activate it
        </button>
        <button className={ui.button} type="button" onClick={() => setAsking("discard")}>
          Discard it
        </button>
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
  // The one that was seen: another that took its place meanwhile is not what is meant.
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
      title="Activate the prepared secret?"
      stayAt={stayAt}
      action="Activate it"
      cancel="Not yet"
      primary
      busy={activate.isPending}
      error={activate.error ? failureWords(failureOf(activate.error), "Nothing was changed.") : null}
      onConfirm={() => activate.mutate({ merchantId, name, preparedAt: seen.since })}
      onCancel={onClose}
    >
      From the next try on, everything is signed with {hintWords(seen.hint)}
      {present ? <>, and {hintWords(present.hint)} signs nothing more</> : null}. Your server should know the new one by
      now; what it refuses is tried again later.
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
      title="Discard the prepared secret?"
      stayAt={stayAt}
      action="Discard it"
      busy={discard.isPending}
      error={discard.error ? failureWords(failureOf(discard.error), "It is still prepared.") : null}
      onConfirm={() => discard.mutate({ merchantId, name })}
      onCancel={onClose}
    >
      It never signed anything. The present secret goes on, and another can be prepared.
    </ConfirmDialog>
  );
}
