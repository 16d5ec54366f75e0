"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { CopyButton } from "../copy-button";
import { failureWords } from "../failure-words";
import { Field } from "../parts";
import { failureOf, useTRPC } from "../queries";
import ui from "../ui.module.css";
import s from "./account.module.css";
import { FormDialog } from "./passkey-forms";

/** `JBSW Y3DP …`, as one types it. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

type SetUpProps = { onDone: (codes: string[]) => Promise<void>; onClose: () => void };

/** Sets up an authenticator app: it reads the code, and says its first digits. */
export function SetUpApp({ onDone, onClose }: SetUpProps) {
  const trpc = useTRPC();
  const start = useMutation(trpc.me.startApp.mutationOptions());
  const confirm = useMutation(trpc.me.confirmApp.mutationOptions({ onSuccess: ({ codes }) => onDone(codes) }));
  const { mutate: begin } = start;
  useEffect(() => begin(), [begin]);
  const failure = confirm.error ? failureOf(confirm.error) : null;
  const notBegun = start.error ? failureWords(failureOf(start.error), "Nothing was changed.") : null;
  const notConfirmed = failure && !failure.fields["code"] ? failureWords(failure, "Nothing was changed.") : null;
  return (
    <FormDialog
      title="Set up an app"
      lead="Confirming the app signs you out everywhere else. It changes nothing before you type its first code here."
      action="Confirm the app"
      busy={confirm.isPending || !start.data}
      failure={notBegun ?? notConfirmed}
      onClose={onClose}
      onSubmit={(form) => confirm.mutate({ code: String(form.get("code") ?? "") })}
    >
      <div className={s.setup}>
        {start.data ? (
          <img
            alt="The code for your authenticator app"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(start.data.qrSvg)}`}
          />
        ) : (
          <span className={ui.skeleton} style={{ width: "10rem", height: "10rem" }} />
        )}
        <ol>
          <li>Open an authenticator app on your phone: one that came with it, or any other.</li>
          <li>
            Let it read this code, or type{" "}
            {start.data ? (
              <>
                <code>{inFours(start.data.secret)}</code>
                <CopyButton text={start.data.secret} label="the secret" />
              </>
            ) : (
              <span className={ui.skeleton} style={{ width: "12rem" }} />
            )}
          </li>
          <li>Type the six digits that it shows.</li>
        </ol>
      </div>
      <Field id="app-code" label="Six digits" error={failure?.fields["code"]}>
        {(wiring) => (
          <span className={ui.input}>
            <input {...wiring} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={8} required />
          </span>
        )}
      </Field>
    </FormDialog>
  );
}
