import { type RefObject, useRef, useSyncExternalStore } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { useTRPC } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { passkeySupport } from "../sign-in/passkey-browser";
import s from "./account.module.css";
import { AddPasskey, RenamePasskey } from "./passkey-forms";
import type { Own } from "./sign-in-labels";

type Passkey = Own["passkeys"][number];

/** The user's passkeys: add, rename, remove. */
export function Passkeys({ passkeys, device }: { passkeys: Passkey[]; device: string }) {
  const supported = useSyncExternalStore(passkeySupport.subscribe, passkeySupport.here, passkeySupport.onServer);
  const { open, value, show, close } = useOpenLayer("passkey", "rename");
  const renaming = passkeys.find(({ id }) => id === value);
  const add = useRef<HTMLButtonElement>(null);
  return (
    <section aria-label="Passkeys">
      <Section title="Passkeys">
        <Button
          look={passkeys.length === 0 ? "primary" : undefined}
          ref={add}
          disabled={!supported}
          onClick={() => show("passkey")}
        >
          Add passkey
        </Button>
      </Section>
      <p className={s.about}>
        A passkey is stored on your phone, computer or security key and unlocked with your fingerprint, face or PIN. It
        only works at this address, so it can’t be phished.{" "}
        {supported ? "" : " This browser doesn’t support passkeys at this address."}
      </p>
      {passkeys.length > 0 ? (
        <ul className={ui.rows}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRename={({ id }) => show("rename", id)} stayAt={add} />
          ))}
        </ul>
      ) : null}
      {open === "passkey" && supported ? <AddPasskey device={device} onClose={close} /> : null}
      {open === "rename" && renaming ? <RenamePasskey passkey={renaming} onClose={close} /> : null}
    </section>
  );
}

type StayAt = RefObject<HTMLButtonElement | null>;
type RowProps = { passkey: Passkey; onRename: (one: Passkey) => void; stayAt: StayAt };

function Row({ passkey, onRename, stayAt }: RowProps) {
  const { name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <li>
      <Icon name="passkey" />
      <div>
        <b>{name}</b>
        <p>
          {synced ? "Synced between devices" : "On one device"} · added <Time at={createdAt} as="date" /> ·{" "}
          {lastUsedAt ? "last used " : "never used"}
          {lastUsedAt ? <Time at={lastUsedAt} /> : null}
        </p>
      </div>
      <div className={ui.actions}>
        <Button slim aria-label={`Rename ${name}`} onClick={() => onRename(passkey)}>
          Rename
        </Button>
        <RemovePasskey passkey={passkey} stayAt={stayAt} />
      </div>
    </li>
  );
}

function RemovePasskey({ passkey: { id, name }, stayAt }: { passkey: Passkey; stayAt: StayAt }) {
  const trpc = useTRPC();
  const remove = useAction(trpc.me.removePasskey, {
    unchanged: "Nothing was changed.",
    changes: [trpc.me.get.queryFilter()],
  });
  return (
    <ConfirmButton
      slim
      look="danger"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      action="Remove passkey"
      stayAt={stayAt}
      act={remove}
      input={{ id }}
    >
      You can’t sign in with it any more, and your other sessions that began with a passkey are signed out. Without
      another passkey, this session counts as signed in with one factor. Your device still lists it until you delete it
      there too.
    </ConfirmButton>
  );
}
