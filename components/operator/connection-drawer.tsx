"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Drawer, DrawerForm } from "../console/drawer";
import { failureWords } from "../console/failure-words";
import { Field, Note } from "../console/parts";
import { failureOf, useTRPC } from "../console/queries";
import ui from "../console/ui.module.css";
import { ConnectionPreview } from "./connection-preview";
import { TEMPLATES } from "./connection-templates";
import s from "./operator.module.css";
import { useChanged } from "./use-act";

type ConnectionDrawerProps = {
  /** The connection as it was written, to be changed; null: a new one. */
  before: string | null;
  onClose: () => void;
  onKept: (id: string) => void;
};

/** A connection is pasted, checked as a whole, shown as what it would be, and only then kept. */
export function ConnectionDrawer({ before, onClose, onKept }: ConnectionDrawerProps) {
  const trpc = useTRPC();
  const changed = useChanged();
  const [text, setText] = useState(before ?? "");
  // What was found is about this very text: another one is looked at anew.
  const [checked, setChecked] = useState<string | null>(null);
  const check = useMutation(trpc.platform.connections.check.mutationOptions());
  const put = useMutation(
    trpc.platform.connections.put.mutationOptions({
      onSuccess: async ({ id }) => {
        await changed();
        onKept(id);
      },
    }),
  );
  const isChecked = checked === text;
  const found = isChecked ? check.data : undefined;
  const submit = () => {
    if (found?.preview) return put.mutate({ text });
    put.reset();
    return check.mutate({ text }, { onSuccess: () => setChecked(text) });
  };
  const failed = put.error ?? check.error;
  const failure = failed ? failureOf(failed) : null;
  const wrong = failure ? Object.values(failure.fields) : (found?.faults ?? []);
  return (
    <Drawer wide title={before === null ? "Connect a bank" : "Change the connection"} onClose={onClose}>
      <DrawerForm
        action={found?.preview ? keepWords(found.preview.replaces) : "Check it"}
        busy={check.isPending || put.isPending}
        onSubmit={submit}
      >
        {failure && wrong.length === 0 ? <Note tone="bad">{failureWords(failure, "Nothing was kept.")}</Note> : null}
        {before === null ? <Templates onChoose={setText} /> : null}
        <Field
          id="connection-text"
          label="The connection, as JSON"
          help="Its profile, and the banks of the catalogue that it serves. Keys are named by their files’ paths on this installation’s machines, never pasted."
        >
          {(wiring) => (
            <textarea
              {...wiring}
              className={s.textarea}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              spellCheck={false}
              autoComplete="off"
              {...(wrong.length > 0 ? { "aria-invalid": true } : {})}
            />
          )}
        </Field>
        <div aria-live="polite">
          {wrong.length > 0 ? <Faults faults={wrong} /> : null}
          {found?.preview ? <ConnectionPreview preview={found.preview} /> : null}
        </div>
      </DrawerForm>
    </Drawer>
  );
}

function Templates({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className={s.bar}>
      <span className={ui.muted}>Begin with</span>
      {TEMPLATES.map(({ name, file }) => (
        <button
          key={name}
          className={`${ui.button} ${ui.slim}`}
          type="button"
          onClick={() => onChoose(JSON.stringify(file, null, 2))}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function keepWords(replaces: "enabled" | "disabled" | null): string {
  if (replaces === null) return "Keep it, disabled";
  return replaces === "enabled" ? "Change it at once" : "Change it";
}

function Faults({ faults }: { faults: string[] }) {
  return (
    <Note tone="bad">
      <b>{faults.length === 1 ? "One thing is wrong." : `${faults.length} things are wrong.`}</b> Nothing was kept.
      <ul className={s.faults}>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Note>
  );
}
