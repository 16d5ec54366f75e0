import { AlertDialog } from "radix-ui";
import { type ReactNode, type RefObject, useState } from "react";
import { Button } from "../button";
import { CopyButton } from "../copy-button";
import { Checkbox } from "../fields";
import { Icon } from "../icons";
import ui from "../ui.module.css";
import { useBlockedBack } from "./block-back";
import s from "./overlay.module.css";
import { useReturnFocus } from "./return-focus";

export type ShownOnce = {
  /** What was created, for the foot of the dialog. */
  about: string;
  /** In the order in which they are shown; `name` is the variable of an .env file that has only this value. */
  values: { label: string; name?: string; value: string }[];
  /** What to do if the secret is lost. */
  ifLost: string;
};

type SecretProps = {
  shown: ShownOnce;
  onDone: () => void;
  /** Takes the focus afterwards, if the pressed button is gone. */
  stayAt?: RefObject<HTMLElement | null>;
};

type OnceProps = Omit<SecretProps, "shown"> & {
  title: string;
  lead: string;
  /** The box that has to be ticked, and the text under it. */
  kept: string;
  help: string;
  /** What is shown, at the foot. */
  about: string;
  children: ReactNode;
};

/** Shows something once. It closes only after the box is ticked: not by Esc, not by Back, not by a click outside. */
export function OnceDialog({ title, lead, kept, help, about, onDone, stayAt, children }: OnceProps) {
  const [isKept, setKept] = useState(false);
  const returnFocus = useReturnFocus(stayAt);
  useBlockedBack(!isKept, () => undefined);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={s.scrim} />
        <AlertDialog.Content
          className={s.dialog}
          // It has no button that cancels, which would get the focus.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.focus();
          }}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => event.preventDefault()}
        >
          <div className={s.body}>
            <div>
              <AlertDialog.Title>{title}</AlertDialog.Title>
              <AlertDialog.Description className={ui.muted}>{lead}</AlertDialog.Description>
            </div>
            {children}
            <Checkbox checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} help={help}>
              {kept}
            </Checkbox>
          </div>
          <footer className={s.footer}>
            <span className={ui.cut}>{about}</span>
            <Button look="primary" disabled={!isKept} onClick={onDone}>
              Done
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Shows a secret once. */
export function SecretDialog({ shown, ...rest }: SecretProps) {
  const asEnv = shown.values.flatMap(({ name, value }) => (name ? `${name}=${value}` : [])).join("\n");
  return (
    <OnceDialog
      title="Copy this secret now"
      lead="It is not shown again."
      kept="I’ve saved this secret"
      help={shown.ifLost}
      about={shown.about}
      {...rest}
    >
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
      {asEnv ? (
        <div className={ui.actions}>
          <CopyButton text={asEnv} label="as .env">
            Copy as .env
          </CopyButton>
          <Button slim onClick={() => saveAs(".env", asEnv)}>
            <Icon name="save" />
            Download .env
          </Button>
        </div>
      ) : null}
    </OnceDialog>
  );
}

/** Saves the text as a file. It is created in the browser and not sent to the server. */
function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
