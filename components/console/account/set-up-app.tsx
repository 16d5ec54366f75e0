"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { CopyButton } from "../../ui/copy-button";
import { TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import ui from "../../ui/ui.module.css";
import { failureOf, useTRPC } from "../frame/queries";
import s from "./account.module.css";
import { FormDialog } from "./passkey-forms";

/** Groups of four characters for typing: `JBSW Y3DP …`. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

type SetUpProps = { onDone: (codes: string[]) => Promise<void>; onClose: () => void };

/** Sets up an authenticator app: scan the QR code, then enter the app's first code. */
export function SetUpApp({ onDone, onClose }: SetUpProps) {
  const trpc = useTRPC();
  const start = useMutation(trpc.me.startApp.mutationOptions());
  const confirm = useMutation(trpc.me.confirmApp.mutationOptions({ onSuccess: ({ codes }) => onDone(codes) }));
  const { mutate: begin } = start;
  useEffect(() => begin(), [begin]);
  const failure = confirm.error ? failureOf(confirm.error) : null;
  const notBegun = start.error ? formatFailure(failureOf(start.error), "Nothing was changed.") : null;
  const notConfirmed = failure && !failure.fields["code"] ? formatFailure(failure, "Nothing was changed.") : null;
  return (
    <FormDialog
      title="Set up authenticator app"
      lead="Confirming the app signs you out everywhere else."
      action="Confirm app"
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
          <li>Open an authenticator app on your phone.</li>
          <li>
            Scan this code or enter{" "}
            {start.data ? (
              <>
                <code>{inFours(start.data.secret)}</code>
                <CopyButton text={start.data.secret} label="the secret" />
              </>
            ) : (
              <span className={ui.skeleton} style={{ width: "12rem" }} />
            )}
          </li>
          <li>Enter the six-digit code that it shows.</li>
        </ol>
      </div>
      <TextField
        id="app-code"
        label="Code from the app"
        error={failure?.fields["code"]}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        required
      />
    </FormDialog>
  );
}
