"use client";

import { AlertDialog } from "radix-ui";
import { type RefObject, useState } from "react";
import { Button } from "./button";
import { CopyButton } from "./copy-button";
import { Checkbox } from "./fields";
import { Icon } from "./icons";
import s from "./overlay.module.css";
import { useReturnFocus } from "./return-focus";
import ui from "./ui.module.css";

export type ShownOnce = {
  /** What was created, for the foot of the dialog. */
  about: string;
  /** In the order in which they are shown; `name` is the variable of an .env file. */
  values: { label: string; name: string; value: string }[];
  /** What to do if the secret is lost. */
  ifLost: string;
};

type SecretProps = {
  shown: ShownOnce;
  onDone: () => void;
  /** Takes the focus afterwards, if the pressed button is gone. */
  stayAt?: RefObject<HTMLElement | null>;
};

/** Shows a secret once. Closes only after the box is ticked: not by Esc, not by a click outside. */
export function SecretDialog({ shown, onDone, stayAt }: SecretProps) {
  const [kept, setKept] = useState(false);
  const returnFocus = useReturnFocus(stayAt);
  const asEnv = shown.values.map(({ name, value }) => `${name}=${value}`).join("\n");
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={s.scrim} />
        <AlertDialog.Content
          className={s.dialog}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => event.preventDefault()}
        >
          <div className={s.body}>
            <div>
              <AlertDialog.Title>Copy this secret now</AlertDialog.Title>
              <AlertDialog.Description className={ui.muted}>It is not shown again.</AlertDialog.Description>
            </div>
            <dl className={ui.secret}>
              {shown.values.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <code>{value}</code>
                    <CopyButton text={value} label={label.toLowerCase()} />
                  </dd>
                </div>
              ))}
            </dl>
            <div className={ui.actions}>
              <CopyButton text={asEnv} label="as .env">
                Copy as .env
              </CopyButton>
              <Button slim onClick={() => saveAs(".env", asEnv)}>
                <Icon name="save" />
                Download .env
              </Button>
            </div>
            <Checkbox checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} help={shown.ifLost}>
              I’ve saved this secret
            </Checkbox>
          </div>
          <footer className={s.footer}>
            <span className={ui.cut}>{shown.about}</span>
            <Button look="primary" disabled={!kept} onClick={onDone}>
              Done
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Saves the text as a file. It is created in the browser and not sent to the server. */
function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
