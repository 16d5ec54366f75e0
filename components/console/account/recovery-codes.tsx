"use client";

import { AlertDialog } from "radix-ui";
import { type RefObject, useState } from "react";
import { Button, LinkButton } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Checkbox } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import s from "../../ui/overlay.module.css";
import { useReturnFocus } from "../../ui/return-focus";
import ui from "../../ui/ui.module.css";
import account from "./account.module.css";

type RecoveryProps = { codes: string[]; stayAt: RefObject<HTMLElement | null>; onDone: () => void };

/**
 * Shows the recovery codes once. It closes only after the user confirms that they are saved: not by Esc, not by a click
 * outside.
 */
export function RecoveryCodes({ codes, stayAt, onDone }: RecoveryProps) {
  const [kept, setKept] = useState(false);
  const returnFocus = useReturnFocus(stayAt);
  const text = `Bankside recovery codes for ${window.location.host}. Each works once.\n${codes.join("\n")}\n`;
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
              <AlertDialog.Title>Save these codes now</AlertDialog.Title>
              <AlertDialog.Description className={ui.muted}>
                Each code replaces the app once, if you lose your phone. They are not shown again.
              </AlertDialog.Description>
            </div>
            <ol className={account.codes} aria-label="Recovery codes">
              {codes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ol>
            <div className={ui.actions}>
              <CopyButton text={text} label="the recovery codes">
                Copy all
              </CopyButton>
              <LinkButton
                slim
                document
                href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
                download="bankside-recovery-codes.txt"
              >
                <Icon name="save" />
                Download{" "}
              </LinkButton>
            </div>
            <Checkbox
              checked={kept}
              onChange={(event) => setKept(event.currentTarget.checked)}
              help="Don’t keep them on the phone that has the app."
            >
              I’ve saved these codes
            </Checkbox>
          </div>
          <footer className={s.footer}>
            <span>Ten recovery codes</span>
            <Button look="primary" disabled={!kept} onClick={onDone}>
              Done
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
