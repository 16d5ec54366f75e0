"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { Note, Status } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { SecretDialog, type ShownOnce } from "./secret-dialog";
import shell from "./shell.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Config = Outputs["webhooks"]["config"];

/** The secret that signs what is sent: whether there is one, and how to make another. */
export function SecretPanel({ config }: { config: Config }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<ShownOnce | null>(null);
  const generate = useMutation(
    trpc.webhooks.generateSecret.mutationOptions({
      onSuccess: ({ webhook_secret }) => {
        queries.invalidateQueries(trpc.webhooks.config.queryFilter());
        setAsking(false);
        setShown({
          about: "Signs every webhook to the default URL from now on",
          values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: webhook_secret }],
          ifLost: "Lost it later? Generate another; the one before stops signing at once.",
        });
      },
    }),
  );
  const failure = generate.error ? failureOf(generate.error).message : null;
  const begin = () => (config.hasSecret ? setAsking(true) : generate.mutate({ merchantId }));
  return (
    <div className={shell.panel}>
      <SignatureState config={config} />
      {failure && !asking ? <Note tone="bad">{failure} Nothing was changed.</Note> : null}
      <div className={ui.actions}>
        <button className={ui.button} type="button" onClick={begin} disabled={generate.isPending}>
          {config.hasSecret ? "Replace the secret" : "Generate a secret"}
        </button>
      </div>
      {asking ? (
        <ConfirmDialog
          title="Replace the signing secret?"
          action="Replace it"
          busy={generate.isPending}
          error={failure}
          onConfirm={() => generate.mutate({ merchantId })}
          onCancel={() => setAsking(false)}
        >
          The present one stops signing at once: until your server has the new one, it will refuse what we send. That is
          tried again later.
        </ConfirmDialog>
      ) : null}
      {shown ? <SecretDialog shown={shown} onDone={() => setShown(null)} /> : null}
    </div>
  );
}

function SignatureState({ config }: { config: Config }) {
  return (
    <p>
      {config.hasSecret ? (
        <>
          <Status tone="good" glyph="done">
            Signed
          </Status>{" "}
          <span className={ui.muted}>
            with the secret
            {config.secretCreatedAt ? (
              <>
                {" "}
                of <Time at={config.secretCreatedAt} />
              </>
            ) : null}
            , in the header <code>X-Signature</code>.
          </span>
        </>
      ) : (
        <>
          <Status tone="warn" glyph="warn">
            Not signed
          </Status>{" "}
          <span className={ui.muted}>
            Your server cannot tell our webhooks from anybody else&rsquo;s before there is a secret.
          </span>
        </>
      )}
    </p>
  );
}
