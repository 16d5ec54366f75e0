"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import s from "./endpoint.module.css";
import { failureWords } from "./failure-words";
import { Note, Status } from "./parts";
import { PreparedSecret } from "./prepared-secret";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { SecretDialog, type ShownOnce } from "./secret-dialog";
import { Time } from "./time";
import ui from "./ui.module.css";
import { hintWords } from "./webhooks-words";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type Asking = "rotate" | "revoke" | null;

/** What signs for a destination, and how to change it: at once, or prepared and then activated. */
export function SecretPanel({ endpoint }: { endpoint: Endpoint }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const [shown, setShown] = useState<ShownOnce | null>(null);
  const { name, secret, prepared } = endpoint;
  // What is pressed here goes with what it changes: one stays where the news of it stands.
  const panel = useRef<HTMLElement>(null);
  const refresh = () => queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter());
  const show = (made: ShownOnce) => {
    void refresh();
    setAsking(null);
    setShown(made);
  };
  return (
    <section className={s.secret} ref={panel} tabIndex={-1} aria-label="Secret">
      <SignatureState endpoint={endpoint} />
      {prepared ? (
        <PreparedSecret name={name} present={secret} prepared={prepared} onDone={refresh} stayAt={panel} />
      ) : null}
      <div className={ui.actions}>
        {prepared ? null : <PrepareSecret name={name} onMade={show} onFailed={refresh} />}
        <button className={ui.button} type="button" onClick={() => setAsking("rotate")}>
          {secret ? "Rotate at once" : "Generate a secret"}
        </button>
        {name === null && secret ? (
          <button className={ui.button} type="button" onClick={() => setAsking("revoke")}>
            Stop signing
          </button>
        ) : null}
      </div>
      {asking === "rotate" ? <RotateSecret endpoint={endpoint} onMade={show} onClose={() => setAsking(null)} /> : null}
      {asking === "revoke" ? <RevokeSecret onClose={() => setAsking(null)} onDone={refresh} stayAt={panel} /> : null}
      {shown ? <SecretDialog shown={shown} onDone={() => setShown(null)} stayAt={panel} /> : null}
    </section>
  );
}

type PrepareProps = { name: string | null; onMade: (shown: ShownOnce) => void; onFailed: () => void };

function PrepareSecret({ name, onMade, onFailed }: PrepareProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const prepare = useMutation(
    trpc.webhooks.endpoints.prepare.mutationOptions({
      onSuccess: ({ webhook_secret }) =>
        onMade({
          about: `For ${name ?? "the default URL"}: signs nothing until it is activated`,
          values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET_NEXT", value: webhook_secret }],
          ifLost: "Lost it? Discard it, and prepare another.",
        }),
      onError: onFailed,
    }),
  );
  return (
    <>
      {prepare.error ? <Note tone="bad">{failureWords(failureOf(prepare.error), "Nothing was changed.")}</Note> : null}
      <button
        className={ui.button}
        type="button"
        disabled={prepare.isPending}
        onClick={() => prepare.mutate({ merchantId, name })}
      >
        Prepare the next secret
      </button>
    </>
  );
}

type RotateProps = { endpoint: Endpoint; onMade: (shown: ShownOnce) => void; onClose: () => void };

function RotateSecret({ endpoint: { name, secret, prepared }, onMade, onClose }: RotateProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const rotate = useMutation(
    trpc.webhooks.endpoints.rotate.mutationOptions({
      onSuccess: ({ webhook_secret }) =>
        onMade({
          about: `Signs everything to ${name ?? "the default URL"} from now on`,
          values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: webhook_secret }],
          ifLost: "Lost it later? Prepare the next one here, and activate it when your server has it.",
        }),
    }),
  );
  const discarded = prepared ? "The one that is prepared is discarded." : "To change it without a gap, prepare one.";
  return (
    <ConfirmDialog
      title={secret ? "Rotate the secret at once?" : "Generate a secret?"}
      action={secret ? "Rotate it" : "Generate it"}
      cancel={secret ? "Keep it" : "Not yet"}
      busy={rotate.isPending}
      error={rotate.error ? failureWords(failureOf(rotate.error), "Nothing was changed.") : null}
      onConfirm={() => rotate.mutate({ merchantId, name })}
      onCancel={onClose}
    >
      {secret ? `${hintWords(secret.hint)} signs nothing more` : "Everything is signed"} from the moment you press. A
      server that checks and does not have the new one yet refuses what we send, and that is tried again later.{" "}
      {discarded}
    </ConfirmDialog>
  );
}

type RevokeProps = { onClose: () => void; onDone: () => Promise<void>; stayAt: RefObject<HTMLElement | null> };

function RevokeSecret({ onClose, onDone, stayAt }: RevokeProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const revoke = useMutation(
    trpc.webhooks.endpoints.revoke.mutationOptions({
      onSuccess: async () => {
        await onDone();
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title="Stop signing for the default URL?"
      stayAt={stayAt}
      action="Stop signing"
      busy={revoke.isPending}
      error={revoke.error ? failureWords(failureOf(revoke.error), "It still signs.") : null}
      onConfirm={() => revoke.mutate({ merchantId })}
      onCancel={onClose}
    >
      The secret is thrown away, one that is prepared too. What is sent to the default URL carries no signature until
      there is a new secret: a server that checks will refuse it.
    </ConfirmDialog>
  );
}

function SignatureState({ endpoint: { name, signed, secret } }: { endpoint: Endpoint }) {
  if (!secret) {
    return (
      <p>
        <Status tone="warn" glyph="warn">
          Not signed
        </Status>{" "}
        <span className={ui.muted}>
          Your server cannot tell our webhooks from anybody else’s before there is a secret.
        </span>
      </p>
    );
  }
  if (secret.hint === null) {
    return (
      <Note tone="bad">
        The secret cannot be opened: whoever runs this installation took its key away. Nothing is sent before there is a
        new one. Rotate it at once.
      </Note>
    );
  }
  const since = (
    <>
      <code>{hintWords(secret.hint)}</code>
      {signed ? " since " : " of "}
      <Time at={secret.since} />
    </>
  );
  return (
    <p>
      <Status tone={signed ? "good" : "warn"} glyph={signed ? "done" : "warn"}>
        {signed ? "Signed" : "Not signed"}
      </Status>{" "}
      <span className={ui.muted}>
        {signed ? (
          <>
            with {since}, in the header <code>X-Signature</code>.
          </>
        ) : (
          <>
            {name} is set to unsigned. Its secret {since} signs nothing until that is edited.
          </>
        )}
      </span>
    </p>
  );
}
