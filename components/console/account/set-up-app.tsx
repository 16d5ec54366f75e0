import { useEffect } from "react";
import { CopyButton } from "../../ui/copy-button";
import { TextField } from "../../ui/fields";
import { FormDialog } from "../../ui/layers/layers";
import { useTRPC } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "./account.module.css";

/** Groups of four characters for typing: `JBSW Y3DP …`. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

type SetUpProps = { onDone: (codes: string[]) => void; onClose: () => void };

/**
 * Sets up an authenticator app: scan the QR code, then enter the app's first code. It is not in the address: opening it
 * makes a secret and shows it, which no link may do, and a reload would replace the secret that the app has scanned.
 */
export function SetUpApp({ onDone, onClose }: SetUpProps) {
  const trpc = useTRPC();
  const start = useAction(trpc.me.startApp, { unchanged: "Nothing was changed." });
  const confirm = useAction(trpc.me.confirmApp, {
    unchanged: "Nothing was changed.",
    fields: ["code"],
    onDone: ({ codes }) => onDone(codes),
  });
  const { run: begin } = start;
  useEffect(() => begin(), [begin]);
  return (
    <FormDialog
      title="Set up authenticator app"
      lead="Confirming the app signs you out everywhere else."
      action="Confirm app"
      act={{ busy: confirm.busy || !start.output, failure: start.failure ?? confirm.failure }}
      onClose={onClose}
      onSubmit={(form) => confirm.run({ code: String(form.get("code") ?? "") })}
    >
      <div className={s.setup}>
        {start.output ? (
          <img
            alt="The code for your authenticator app"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(start.output.qrSvg)}`}
          />
        ) : (
          <span className={ui.skeleton} style={{ width: "10rem", height: "10rem" }} />
        )}
        <ol>
          <li>Open an authenticator app on your phone.</li>
          <li>
            Scan this code or enter{" "}
            {start.output ? (
              <>
                <code>{inFours(start.output.secret)}</code>
                <CopyButton text={start.output.secret} label="the secret" />
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
        error={confirm.errors["code"]}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        required
      />
    </FormDialog>
  );
}
