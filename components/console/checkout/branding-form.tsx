import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Form, TextField } from "../../ui/fields";
import { useLeaveQuestion } from "../../ui/layers/leave-question";
import { useFocusOnFailure } from "../../ui/layers/return-focus";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { AccentField } from "./accent-field";
import type { Branding, Draft } from "./draft";

const UNCHANGED = "Nothing was changed.";
const MAX_NAME = 70;

type FormProps = { branding: Branding; draft: Draft; onDraft: (draft: Draft) => void };

/** The name that customers see, and the colour of the checkout's buttons. */
export function BrandingForm({ branding, draft, onDraft }: FormProps) {
  const { trpc, merchantId } = useConsole();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(false);
  const save = useAction(trpc.branding.set, {
    unchanged: UNCHANGED,
    fields: ["brand_name", "accent"],
    changes: [trpc.branding.get.pathFilter()],
    onDone: () => {
      onDraft({});
      setSaved(true);
    },
  });
  const form = useFocusOnFailure(save);
  const savedName = branding.requestedName?.name ?? branding.brandName;
  const { brandName = savedName, accent = branding.accent ?? "", version = branding.version } = draft;
  const isTouched = brandName !== savedName || accent !== (branding.accent ?? "");
  const question = useLeaveQuestion(isTouched);
  const change = (typed: Draft) => {
    // The fields are read-only during a save: its end clears the draft, and with it what was typed meanwhile.
    if (save.busy) return;
    save.reset();
    setSaved(false);
    onDraft({ ...draft, version, ...typed });
  };
  const discard = () => {
    save.reset();
    onDraft({});
    void queries.invalidateQueries(trpc.branding.get.pathFilter());
  };
  return (
    <Form
      ref={form}
      className={ui.settings}
      onSubmit={() => save.run({ merchantId, brandName, accent: accent.trim() === "" ? null : accent, version })}
    >
      {save.failure ? <Note tone="bad">{save.failure}</Note> : null}
      <NameNote branding={branding} />
      <NameField
        value={brandName}
        error={save.errors["brand_name"] && `${save.errors["brand_name"]} ${UNCHANGED}`}
        onChange={(typed) => change({ brandName: typed })}
      />
      <AccentField
        value={accent}
        saved={branding}
        error={save.errors["accent"] && `Colour: ${save.errors["accent"]}. ${UNCHANGED}`}
        onChange={(typed) => change({ accent: typed })}
      />
      <div className={ui.actions}>
        <Button look="primary" type="submit" disabled={save.busy}>
          Save changes
        </Button>
        {isTouched ? (
          <Button disabled={save.busy} onClick={discard}>
            {save.errors["version"] ? "Reload" : "Discard"}
          </Button>
        ) : null}
        <span className={ui.muted} role="status">
          {isTouched ? "Unsaved changes" : saved ? savedMessage(branding) : ""}
        </span>
      </div>
      {question}
    </Form>
  );
}

function savedMessage({ requestedName }: Branding): string {
  return requestedName ? "Changes saved. The name awaits approval." : "Changes saved";
}

/** A note on a name that waits for approval or was refused. */
function NameNote({ branding: { brandName, requestedName, refusedName } }: { branding: Branding }) {
  if (requestedName) {
    return (
      <Note tone="warn">
        <b>“{requestedName.name}” is awaiting approval.</b> Customers and banks see “{brandName}” until the operator
        approves it.
      </Note>
    );
  }
  if (!refusedName) return null;
  return (
    <Note tone="bad">
      <b>“{refusedName.name}” was not approved:</b> {refusedName.reason} Customers and banks see “{brandName}”.
    </Note>
  );
}

type NameProps = { value: string; error: string | undefined; onChange: (value: string) => void };

function NameField({ value, error, onChange }: NameProps) {
  return (
    <TextField
      id="brand-name"
      label="Name"
      help="Customers see it at checkout, and banks get it as the payee. The operator approves new names first."
      error={error}
      maxLength={MAX_NAME}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
