"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatFailure } from "../../ui/format-failure";
import { Field, Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { failureOf, useMerchantId, useTRPC } from "../frame/queries";
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
  const save = useMutation(
    trpc.branding.setHelp.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.branding.get.pathFilter());
        setDraft(null);
        setSaved(true);
      },
    }),
  );
  const { text = saved, seen = branding.helpAddress } = draft ?? {};
  const failure = save.error ? failureOf(save.error) : null;
  const atField = failure?.fields["help_address"];
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
        save.mutate({ merchantId, helpAddress: text, seen });
      }}
    >
      {failure && atField === undefined ? <Note tone="bad">{formatFailure(failure, UNCHANGED)}</Note> : null}
      <Field
        id="help-address"
        label="Help address"
        help={`An e-mail address or a web address. When a payment can’t continue, customers see “Contact ${branding.brandName}”. Owners get an e-mail about each change.`}
        error={atField && `Help address: ${atField}. ${UNCHANGED}`}
      >
        {(wiring) => (
          <span className={ui.input}>
            <input
              {...wiring}
              autoComplete="off"
              inputMode="email"
              maxLength={MAX_CHARACTERS}
              placeholder="help@shop.example"
              value={text}
              onChange={(event) => {
                save.reset();
                setSaved(false);
                setDraft({ text: event.currentTarget.value, seen });
              }}
            />
          </span>
        )}
      </Field>
      <div className={ui.actions}>
        <button className={ui.button} type="submit" disabled={save.isPending}>
          Save help address
        </button>
        {text === saved ? null : (
          <button className={ui.button} type="button" onClick={discard}>
            {failure?.fields["version"] ? "Reload" : "Discard"}
          </button>
        )}
        <span className={ui.muted} role="status">
          {text !== saved ? "Unsaved changes" : isSaved ? "Help address saved" : ""}
        </span>
      </div>
    </form>
  );
}
