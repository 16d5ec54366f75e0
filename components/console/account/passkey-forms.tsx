"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureWords } from "../failure-words";
import s from "../overlay.module.css";
import { Field, Note } from "../parts";
import { makePasskey, passkeyFailure } from "../passkey-browser";
import { failureOf, useTRPC } from "../queries";
import { useReturnFocus } from "../return-focus";
import ui from "../ui.module.css";
import type { Own } from "./own-sign-in";

const MAX_NAME = 60;

type FormDialogProps = {
  title: string;
  lead: ReactNode;
  action: string;
  busy: boolean;
  failure: string | null;
  onClose: () => void;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
};

/** A small form on top of the page: what it is about, its field, what went wrong, the way out, the one thing to do. */
export function FormDialog(props: FormDialogProps) {
  const { title, lead, action, busy, failure, onClose, onSubmit, children } = props;
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
              {failure ? <Note tone="bad">{failure}</Note> : null}
            </div>
            <footer className={s.footer}>
              <Dialog.Close className={ui.button} type="button">
                Cancel
              </Dialog.Close>
              <button className={`${ui.button} ${ui.primary}`} type="submit" disabled={busy}>
                {action}
              </button>
            </footer>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function NameField({ initial, error }: { initial: string; error: string | undefined }) {
  return (
    <Field id="passkey-name" label="Name" help="So that you know it in the list, and in our mails." error={error}>
      {(wiring) => (
        <span className={ui.input}>
          <input {...wiring} name="name" defaultValue={initial} maxLength={MAX_NAME} autoComplete="off" required />
        </span>
      )}
    </Field>
  );
}

const nameIn = (form: FormData) => String(form.get("name") ?? "");

/** Adds a passkey: a name first, then the device's own question. */
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
      else setProblem({ other: passkeyFailure(error) ?? passkey ?? failureWords(failure, "Nothing was added.") });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title="Add a passkey"
      lead="Your device asks for your finger, your face or its PIN. That stays on the device; we get a public key."
      action="Go on"
      busy={busy}
      failure={problem.other ?? null}
      onClose={onClose}
      onSubmit={(form) => void make(nameIn(form))}
    >
      <NameField initial={device} error={problem.name} />
    </FormDialog>
  );
}

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onClose }: { passkey: Own["passkeys"][number]; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rename = useMutation(
    trpc.me.renamePasskey.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.me.get.queryFilter());
        onClose();
      },
    }),
  );
  const failure = rename.error ? failureOf(rename.error) : null;
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      lead="The passkey itself stays as it is, and so does its name on your device."
      action="Rename it"
      busy={rename.isPending}
      failure={failure && !failure.fields["name"] ? failureWords(failure, "It keeps its name.") : null}
      onClose={onClose}
      onSubmit={(form) => rename.mutate({ id: passkey.id, name: nameIn(form) })}
    >
      <NameField initial={passkey.name} error={failure?.fields["name"]} />
    </FormDialog>
  );
}
