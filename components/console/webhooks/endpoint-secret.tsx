import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { ConfirmDialog, SecretDialog } from "../../ui/layers/layers";
import type { ShownOnce } from "../../ui/layers/secret-dialog";
import { Note, Status } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useTRPC } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "./endpoint.module.css";
import { PreparedSecret } from "./prepared-secret";
import { formatSecretHint } from "./webhook-labels";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];

/** An endpoint's signing secret, and the ways to replace it: at once, or by a next secret that is activated later. */
export function SecretPanel({ endpoint }: { endpoint: Endpoint }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const may = useMay();
  const [isRotating, setRotating] = useState(false);
  const [shown, setShown] = useState<ShownOnce | null>(null);
  const { name, secret, prepared } = endpoint;
  // The pressed button may be gone afterwards, so the focus goes to this panel.
  const panel = useRef<HTMLElement>(null);
  const show = (made: ShownOnce) => {
    void queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter());
    setRotating(false);
    setShown(made);
  };
  return (
    <section className={s.secret} ref={panel} tabIndex={-1} aria-label="Secret">
      <SignatureState endpoint={endpoint} />
      {prepared ? <PreparedSecret name={name} present={secret} prepared={prepared} stayAt={panel} /> : null}
      <div className={ui.actions}>
        {prepared || !may("webhooks.endpoints.prepare") ? null : <PrepareSecret name={name} onMade={show} />}
        {may("webhooks.endpoints.rotate") ? (
          <Button onClick={() => setRotating(true)}>{secret ? "Rotate now" : "Generate secret"}</Button>
        ) : null}
        {name === null && secret && may("webhooks.endpoints.revoke") ? <RevokeSecret stayAt={panel} /> : null}
      </div>
      {isRotating ? <RotateSecret endpoint={endpoint} onMade={show} onClose={() => setRotating(false)} /> : null}
      {shown ? <SecretDialog shown={shown} onDone={() => setShown(null)} stayAt={panel} /> : null}
    </section>
  );
}

type PrepareProps = { name: string | null; onMade: (shown: ShownOnce) => void };

function PrepareSecret({ name, onMade }: PrepareProps) {
  const { trpc, merchantId } = useConsole();
  const prepare = useAction(trpc.webhooks.endpoints.prepare, {
    unchanged: "Nothing was changed.",
    changes: [trpc.webhooks.endpoints.pathFilter()],
    onDone: ({ webhook_secret }) =>
      onMade({
        about: `For ${name ?? "the default URL"}: not used until you activate it`,
        values: [{ label: "Secret", value: webhook_secret }],
        ifLost:
          "Your server needs it after the present one: BANKSIDE_WEBHOOK_SECRET=present,next. Lost it? Create a new one.",
      }),
  });
  return (
    <>
      {prepare.failure ? <Note tone="bad">{prepare.failure}</Note> : null}
      <Button disabled={prepare.busy} onClick={() => prepare.run({ merchantId, name })}>
        Create next secret
      </Button>
    </>
  );
}

type RotateProps = { endpoint: Endpoint; onMade: (shown: ShownOnce) => void; onClose: () => void };

function RotateSecret({ endpoint: { name, secret, prepared }, onMade, onClose }: RotateProps) {
  const { trpc, merchantId } = useConsole();
  const rotate = useAction(trpc.webhooks.endpoints.rotate, {
    unchanged: "Nothing was changed.",
    onDone: ({ webhook_secret }) =>
      onMade({
        about: `Signs all webhooks to ${name ?? "the default URL"} from now on`,
        values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: webhook_secret }],
        ifLost: "Lost it later? Create the next secret here, and activate it when your server has it.",
      }),
  });
  const advice = prepared
    ? "The next secret that you created is discarded."
    : "To avoid downtime, create the next secret first.";
  return (
    <ConfirmDialog
      title={secret ? "Rotate the secret now?" : "Generate a secret?"}
      action={secret ? "Rotate now" : "Generate secret"}
      act={rotate}
      onConfirm={() => rotate.run({ merchantId, name })}
      onCancel={onClose}
    >
      {secret
        ? `The old secret, ${formatSecretHint(secret.hint)}, stops working immediately. Deliveries that your server rejects until it has the new one are retried. ${advice}`
        : "All webhooks are signed from now on. Deliveries that your server rejects until it has the secret are retried."}
    </ConfirmDialog>
  );
}

function RevokeSecret({ stayAt }: { stayAt: RefObject<HTMLElement | null> }) {
  const { trpc, merchantId } = useConsole();
  const revoke = useAction(trpc.webhooks.endpoints.revoke, {
    unchanged: "Webhooks are still signed.",
    changes: [trpc.webhooks.endpoints.pathFilter()],
  });
  return (
    <ConfirmButton
      label="Stop signing"
      title="Stop signing for the default URL?"
      stayAt={stayAt}
      action="Stop signing"
      act={revoke}
      input={{ merchantId }}
    >
      The secret is deleted, and so is a next secret. Webhooks to the default URL are unsigned until you generate a new
      one: a server that verifies signatures rejects them.
    </ConfirmButton>
  );
}

function SignatureState({ endpoint: { name, signed, secret } }: { endpoint: Endpoint }) {
  if (!secret) {
    return (
      <p>
        <Status tone="warn" glyph="warn">
          Not signed
        </Status>{" "}
        <span className={ui.muted}>Without a secret your server can’t tell our webhooks from forged ones.</span>
      </p>
    );
  }
  if (secret.hint === null) {
    return (
      <Note tone="bad">
        We can’t read this secret: the operator removed its encryption key. Nothing is sent until you rotate it.
      </Note>
    );
  }
  const since = (
    <>
      <code>{formatSecretHint(secret.hint)}</code>
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
            Signing is off for {name}. Its secret {since} is not used until you turn signing on.
          </>
        )}
      </span>
    </p>
  );
}
