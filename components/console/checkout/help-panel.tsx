"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/fields";
import { Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { useMerchantId, useTRPC } from "../frame/queries";
import s from "./checkout.module.css";
import type { Branding } from "./draft";

const UNCHANGED = "Nothing was changed.";
const MAX_CHARACTERS = 254;

/** Where customers get help: an e-mail address or an https address. */
export function HelpPanel({ branding }: { branding: Branding }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const saved = branding.helpAddress ?? "";
  // `seen`: the saved address when the first character was typed.
  const [draft, setDraft] = useState<{ text: string; seen: string | null } | null>(null);
  const [isSaved, setSaved] = useState(false);
  const save = useAction(trpc.branding.setHelp, {
    unchanged: UNCHANGED,
    fields: ["help_address"],
    changes: [trpc.branding.get.pathFilter()],
    onDone: () => {
      setDraft(null);
      setSaved(true);
    },
  });
  const { text = saved, seen = branding.helpAddress } = draft ?? {};
  const atField = save.errors["help_address"];
  const discard = () => {
    save.reset();
    setDraft(null);
    void queries.invalidateQueries(trpc.branding.get.pathFilter());
  };
  return (
    <form
      className={s.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.run({ merchantId, helpAddress: text, seen });
      }}
    >
      {save.failure ? <Note tone="bad">{save.failure}</Note> : null}
      <HelpField
        brandName={branding.brandName}
        value={text}
        error={atField && `Help address: ${atField}. ${UNCHANGED}`}
        onChange={(typed) => {
          save.reset();
          setSaved(false);
          setDraft({ text: typed, seen });
        }}
      />
      <div className={ui.actions}>
        <Button type="submit" disabled={save.busy}>
          Save help address
        </Button>
        {text === saved ? null : <Button onClick={discard}>{save.errors["version"] ? "Reload" : "Discard"}</Button>}
        <span className={ui.muted} role="status">
          {text !== saved ? "Unsaved changes" : isSaved ? "Help address saved" : ""}
        </span>
      </div>
    </form>
  );
}

type FieldProps = {
  brandName: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function HelpField({ brandName, value, error, onChange }: FieldProps) {
  return (
    <TextField
      id="help-address"
      label="Help address"
      help={`An e-mail address or a web address. When a payment can’t continue, customers see “Contact ${brandName}”. Owners get an e-mail about each change.`}
      error={error}
      inputMode="email"
      maxLength={MAX_CHARACTERS}
      placeholder="help@shop.example"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
