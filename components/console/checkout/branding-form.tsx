"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureWords } from "../failure-words";
import { Field, Note } from "../parts";
import { failureOf, useMerchantId, useTRPC } from "../queries";
import ui from "../ui.module.css";
import { AccentField } from "./accent-field";
import s from "./checkout.module.css";
import type { Branding, Draft } from "./draft";

const UNCHANGED = "Nothing was changed.";
const MAX_NAME = 70;

type FormProps = { branding: Branding; draft: Draft; onDraft: (draft: Draft) => void };

/** The name that shoppers see, and the colour of what they press. */
export function BrandingForm({ branding, draft, onDraft }: FormProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(false);
  const save = useMutation(
    trpc.branding.set.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.branding.get.pathFilter());
        onDraft({});
        setSaved(true);
      },
    }),
  );
  const savedName = branding.requestedName?.name ?? branding.brandName;
  const { brandName = savedName, accent = branding.accent ?? "", version = branding.version } = draft;
  const isTouched = brandName !== savedName || accent !== (branding.accent ?? "");
  const failure = save.error ? failureOf(save.error) : null;
  const change = (typed: Draft) => {
    save.reset();
    setSaved(false);
    onDraft({ ...draft, version, ...typed });
  };
  const discard = () => {
    save.reset();
    onDraft({});
    void queries.invalidateQueries(trpc.branding.get.pathFilter());
  };
  const isAtField = failure?.fields["brand_name"] !== undefined || failure?.fields["accent"] !== undefined;
  return (
    <form
      className={s.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ merchantId, brandName, accent: accent.trim() === "" ? null : accent, version });
      }}
    >
      {failure && !isAtField ? <Note tone="bad">{failureWords(failure, UNCHANGED)}</Note> : null}
      <NameNote branding={branding} />
      <NameField
        value={brandName}
        error={failure?.fields["brand_name"] && `The name: ${failure.fields["brand_name"]}. ${UNCHANGED}`}
        onChange={(typed) => change({ brandName: typed })}
      />
      <AccentField
        value={accent}
        saved={branding}
        error={failure?.fields["accent"] && `The colour: ${failure.fields["accent"]}. ${UNCHANGED}`}
        onChange={(typed) => change({ accent: typed })}
      />
      <div className={ui.actions}>
        <button className={`${ui.button} ${ui.primary}`} type="submit" disabled={save.isPending}>
          Save
        </button>
        {isTouched ? (
          <button className={ui.button} type="button" onClick={discard}>
            {failure?.fields["version"] ? "Show what it is now" : "Discard"}
          </button>
        ) : null}
        <span className={ui.muted} role="status">
          {isTouched ? "Not saved yet." : saved ? savedWords(branding) : ""}
        </span>
      </div>
    </form>
  );
}

function savedWords({ requestedName }: Branding): string {
  return requestedName ? "Saved. The name waits for the operator." : "Saved. New pages show it at once.";
}

/** A name that is not shown yet, or was refused. */
function NameNote({ branding: { brandName, requestedName, refusedName } }: { branding: Branding }) {
  if (requestedName) {
    return (
      <Note tone="warn">
        <b>“{requestedName.name}” waits for approval.</b> Customers and banks see “{brandName}” until the operator has
        approved it.
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
    <Field
      id="brand-name"
      label="Name"
      help="Customers see it at checkout, and banks get it as the payee. A new name is shown once the operator has approved it."
      error={error}
    >
      {(wiring) => (
        <span className={ui.input}>
          <input
            {...wiring}
            autoComplete="off"
            maxLength={MAX_NAME}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </span>
      )}
    </Field>
  );
}
