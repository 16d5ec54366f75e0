import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { AreaField, Checkbox, TextField } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import o from "../../ui/layers/overlay.module.css";
import { Note } from "../../ui/parts";
import { useConsole, useMay, useMode } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import type { LinkErrors, NewLinkDraft } from "./link-draft";

/** The limit of the API. */
const MAX_ENDPOINTS = 10;

/** An optional part of the form, closed, with a summary of its value. `isOpen`: it has a value or an error. */
function Fold(props: { title: string; holds: string; isOpen: boolean; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  // Opened only: as the attribute `open` it would close around the focused field when the value or the error goes.
  useLayoutEffect(() => {
    if (details.current && props.isOpen) details.current.open = true;
  }, [props.isOpen]);
  return (
    <details className={o.fold} ref={details}>
      <summary>
        <Icon name="right" />
        {props.title}
        <small>{props.holds}</small>
      </summary>
      <div>{props.children}</div>
    </details>
  );
}

/** The endpoints that get the link's events; shown to roles that may list endpoints, where there are any. */
export function EndpointsFold({ draft, error }: { draft: NewLinkDraft; error: string | undefined }) {
  const may = useMay();
  return may("webhooks.endpoints.list") ? <Endpoints draft={draft} error={error} /> : null;
}

function Endpoints({ draft, error }: { draft: NewLinkDraft; error: string | undefined }) {
  const { trpc, merchantId } = useConsole();
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
      title="Webhook endpoints"
      holds={named.length === 0 ? "Default URL" : named.join(", ")}
      isOpen={Boolean(error) || named.length > 0}
    >
      {error ? <Note tone="bad">{error}</Note> : null}
      {fitting.map((name) => (
        <Checkbox
          key={name}
          name="endpoint"
          value={name}
          checked={named.includes(name)}
          disabled={isFull && !named.includes(name)}
          onChange={() => toggle(name)}
        >
          <code>{name}</code>
        </Checkbox>
      ))}
      <p className={ui.help}>
        Without an endpoint, webhooks go to the default URL. {isFull ? `At most ${MAX_ENDPOINTS} endpoints.` : ""}
      </p>
    </Fold>
  );
}

export function MailFold({ error }: { error: string | undefined }) {
  return (
    <Fold title="Send by e-mail" holds="optional" isOpen={Boolean(error)}>
      <TextField
        id="link-recipient"
        label="Customer’s e-mail address"
        help="Sent when the link is created. The preview shows the e-mail under Mail."
        error={error}
        name="recipient"
        type="email"
        placeholder="customer@example.com"
      />
    </Fold>
  );
}

export function ReturnFold({ draft, errors }: { draft: NewLinkDraft; errors: LinkErrors }) {
  const fields = [
    { name: "success", label: "If paid", value: draft.successUrl, error: errors.success },
    { name: "failure", label: "If not paid", value: draft.failureUrl, error: errors.failure },
  ];
  const isOpen = fields.some(({ value, error }) => value !== undefined || error !== undefined);
  return (
    <Fold title="Redirect after payment" holds={draft.successUrl ?? "Bankside’s page"} isOpen={isOpen}>
      {fields.map(({ name, label, value, error }) => (
        <TextField
          key={name}
          id={`link-${name}`}
          label={label}
          error={error}
          name={name}
          type="url"
          inputMode="url"
          placeholder="https://"
          defaultValue={value}
        />
      ))}
      <p className={ui.help}>
        Fill in both or neither. A redirect doesn’t prove a payment; use webhooks or this Console.
      </p>
    </Fold>
  );
}

export function MetadataFold({ text, error }: { text: string; error: string | undefined }) {
  const lines = text === "" ? 0 : text.split("\n").length;
  return (
    <Fold title="Metadata" holds={lines === 0 ? "none" : `${lines}`} isOpen={Boolean(error) || lines > 0}>
      <AreaField
        id="link-metadata"
        label="Names and values"
        help="One pair per line, e.g. table = 12. Included in events of the link and its payments."
        error={error}
        name="metadata"
        rows={3}
        defaultValue={text}
      />
    </Fold>
  );
}
