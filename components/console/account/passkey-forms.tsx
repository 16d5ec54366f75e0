"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import s from "../../ui/overlay.module.css";
import { Note } from "../../ui/parts";
import { useReturnFocus } from "../../ui/return-focus";
import ui from "../../ui/ui.module.css";
import { type Progress, useAction } from "../../ui/use-action";
import { failureOf, useTRPC } from "../frame/queries";
import { makePasskey, passkeyFailure } from "../sign-in/passkey-browser";
import type { Own } from "./sign-in-labels";

const MAX_NAME = 60;

type FormDialogProps = {
  title: string;
  lead: ReactNode;
  action: string;
  act: Progress;
  onClose: () => void;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
};

/** A dialog with a small form: title, field, error, Cancel, and the submit button. */
export function FormDialog(props: FormDialogProps) {
  const { title, lead, action, act, onClose, onSubmit, children } = props;
  const returnFocus = useReturnFocus();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.scrim} />
        <Dialog.Content className={s.dialog} onCloseAutoFocus={returnFocus}>
          <form noValidate onSubmit={submit}>
            <div className={s.body}>
              <div>
                <Dialog.Title>{title}</Dialog.Title>
                <Dialog.Description className={ui.muted}>{lead}</Dialog.Description>
              </div>
              {children}
              {act.failure ? <Note tone="bad">{act.failure}</Note> : null}
            </div>
            <footer className={s.footer}>
              <Dialog.Close className={ui.button} type="button">
                Cancel
              </Dialog.Close>
              <Button look="primary" type="submit" disabled={act.busy}>
                {action}
              </Button>
            </footer>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function NameField({ initial, error }: { initial: string; error: string | undefined }) {
  return (
    <TextField
      id="passkey-name"
      label="Name"
      help="Shown in this list and in our e-mails."
      error={error}
      name="name"
      defaultValue={initial}
      maxLength={MAX_NAME}
      required
    />
  );
}

const nameIn = (form: FormData) => String(form.get("name") ?? "");

/** Adds a passkey: first its name, then the browser's passkey dialog. */
export function AddPasskey({ device, onClose }: { device: string; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const start = useMutation(trpc.me.startPasskey.mutationOptions());
  const add = useMutation(trpc.me.addPasskey.mutationOptions());
  const [problem, setProblem] = useState<{ name?: string; other?: string }>({});
  const [busy, setBusy] = useState(false);
  const make = async (name: string) => {
    setBusy(true);
    setProblem({});
    try {
      const response = await makePasskey(await start.mutateAsync());
      await add.mutateAsync({ name, response });
      await queries.invalidateQueries(trpc.me.get.queryFilter());
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      const { name: wrongName, passkey } = failure.fields;
      if (wrongName) setProblem({ name: wrongName });
      else setProblem({ other: passkeyFailure(error) ?? passkey ?? formatFailure(failure, "Nothing was added.") });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title="Add passkey"
      lead="Your device asks for your fingerprint, face or PIN. These stay on the device; we get a public key."
      action="Continue"
      act={{ busy, failure: problem.other ?? null }}
      onClose={onClose}
      onSubmit={(form) => void make(nameIn(form))}
    >
      <NameField initial={device} error={problem.name} />
    </FormDialog>
  );
}

/** Renames a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Own["passkeys"][number]; onClose: () => void }) {
  const trpc = useTRPC();
  const rename = useAction(trpc.me.renamePasskey, {
    unchanged: "The name was not changed.",
    fields: ["name"],
    changes: [trpc.me.get.queryFilter()],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      lead="The name on your device doesn’t change."
      action="Rename passkey"
      act={rename}
      onClose={onClose}
      onSubmit={(form) => rename.run({ id: passkey.id, name: nameIn(form) })}
    >
      <NameField initial={passkey.name} error={rename.errors["name"]} />
    </FormDialog>
  );
}
