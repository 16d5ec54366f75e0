import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import { FormDialog } from "../../ui/layers/layers";
import { failureOf, useTRPC } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import { makePasskey, passkeyFailure } from "../sign-in/passkey-browser";
import type { Own } from "./sign-in-labels";

const MAX_NAME = 60;

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
