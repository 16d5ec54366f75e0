import type { RefObject } from "react";
import { LinkButton } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Icon } from "../../ui/icons";
import { OnceDialog } from "../../ui/layers/layers";
import ui from "../../ui/ui.module.css";
import s from "./account.module.css";

type RecoveryProps = { codes: string[]; stayAt: RefObject<HTMLElement | null>; onDone: () => void };

/** Shows the recovery codes once. */
export function RecoveryCodes({ codes, ...rest }: RecoveryProps) {
  const text = `Bankside recovery codes for ${window.location.host}. Each works once.\n${codes.join("\n")}\n`;
  return (
    <OnceDialog
      title="Save these codes now"
      lead="Each code replaces the app once, if you lose your phone. They are not shown again."
      kept="I’ve saved these codes"
      help="Don’t keep them on the phone that has the app."
      about="Ten recovery codes"
      {...rest}
    >
      <ol className={s.codes} aria-label="Recovery codes">
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
          Download
        </LinkButton>
      </div>
    </OnceDialog>
  );
}
