"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Icon } from "./icons";
import type { NewLinkDraft } from "./link-draft";
import type { LinkErrors } from "./new-link";
import o from "./overlay.module.css";
import { Field, Note } from "./parts";
import { useMay, useMerchantId, useMode, useTRPC } from "./queries";
import ui from "./ui.module.css";

/** As the API has it. */
const MAX_ENDPOINTS = 10;

/** A part of the form that most links do without: closed, with what it holds in a word. */
function Fold(props: { title: string; holds: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className={o.fold} open={props.isOpen}>
      <summary>
        <Icon name="right" />
        {props.title}
        <small>{props.holds}</small>
      </summary>
      <div>{props.children}</div>
    </details>
  );
}

/** Which endpoints hear of the link's payments. For who may see endpoints, where there are any. */
export function TellFold({ draft, error }: { draft: NewLinkDraft; error: string | undefined }) {
  const may = useMay();
  return may("webhooks.endpoints.list") ? <Endpoints draft={draft} error={error} /> : null;
}

function Endpoints({ draft, error }: { draft: NewLinkDraft; error: string | undefined }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const mode = useMode();
  const { data } = useQuery(trpc.webhooks.endpoints.list.queryOptions({ merchantId }));
  const [chosen, setChosen] = useState(draft.endpoints ?? []);
  const fitting = (data?.endpoints ?? []).flatMap(({ name, environment, disabledAt }) => {
    const fits = environment === "Both" || environment.toLowerCase() === mode;
    return name !== null && disabledAt === null && fits ? [name] : [];
  });
  if (fitting.length === 0 && !error) return null;
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const named = chosen.filter((name) => fitting.includes(name));
  const isFull = named.length >= MAX_ENDPOINTS;
  return (
    <Fold
      title="Who hears of it"
      holds={named.length === 0 ? "the default URL" : named.join(", ")}
      isOpen={Boolean(error) || named.length > 0}
    >
      {error ? <Note tone="bad">{error}</Note> : null}
      {fitting.map((name) => (
        <label key={name} className={ui.check}>
          <input
            type="checkbox"
            name="endpoint"
            value={name}
            checked={named.includes(name)}
            disabled={isFull && !named.includes(name)}
            onChange={() => toggle(name)}
          />
          <code>{name}</code>
        </label>
      ))}
      <p className={ui.help}>
        Name none, and the default URL hears of it. {isFull ? `${MAX_ENDPOINTS} are the most that one link names.` : ""}
      </p>
    </Fold>
  );
}

export function MailFold({ error }: { error: string | undefined }) {
  return (
    <Fold title="Send it by mail" holds="optional" isOpen={Boolean(error)}>
      <Field
        id="link-recipient"
        label="The shopper’s address"
        help="One address. The mail goes out when the link is made; what it says is beside, under Mail."
        error={error}
      >
        {(wiring) => (
          <span className={ui.input}>
            <input {...wiring} name="recipient" type="email" autoComplete="off" placeholder="shopper@example.com" />
          </span>
        )}
      </Field>
    </Fold>
  );
}

export function ReturnFold({ draft, errors }: { draft: NewLinkDraft; errors: LinkErrors }) {
  const fields = [
    { name: "success", label: "Once it is paid", value: draft.successUrl, error: errors.success },
    { name: "failure", label: "Where nothing was paid", value: draft.failureUrl, error: errors.failure },
  ];
  const isOpen = fields.some(({ value, error }) => value !== undefined || error !== undefined);
  return (
    <Fold title="Where the shopper goes afterwards" holds={draft.successUrl ?? "our own page"} isOpen={isOpen}>
      {fields.map(({ name, label, value, error }) => (
        <Field key={name} id={`link-${name}`} label={label} error={error}>
          {(wiring) => (
            <span className={ui.input}>
              <input
                {...wiring}
                name={name}
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                defaultValue={value}
              />
            </span>
          )}
        </Field>
      ))}
      <p className={ui.help}>Both or neither. Being there is no proof of payment: webhooks and this Console are.</p>
    </Fold>
  );
}

export function MetadataFold({ text, error }: { text: string; error: string | undefined }) {
  const lines = text === "" ? 0 : text.split("\n").length;
  return (
    <Fold title="Your own data" holds={lines === 0 ? "none" : `${lines}`} isOpen={Boolean(error) || lines > 0}>
      <Field
        id="link-metadata"
        label="Names and values"
        help="One pair a line: table = 12. The events of the link and of its payments bring it back."
        error={error}
      >
        {(wiring) => <textarea {...wiring} className={ui.textarea} name="metadata" rows={3} defaultValue={text} />}
      </Field>
    </Fold>
  );
}
