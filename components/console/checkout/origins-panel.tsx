import { useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Field, Form, Input } from "../../ui/fields";
import { ConfirmDialog } from "../../ui/layers/layers";
import { Note, TestTag } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import { capitalize } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import type { Branding } from "./draft";

const UNCHANGED = "Nothing was changed.";

const REMOVAL =
  "New checkouts can’t be shown there, unless a payment’s success_url is on this domain. Checkouts that are already open continue.";

type Origins = Branding["origins"];

/** The sites that may embed the checkout. Each addition and each removal is saved separately. */
export function OriginsPanel({ branding: { origins } }: { branding: Branding }) {
  const { trpc, merchantId } = useConsole();
  const [typed, setTyped] = useState("");
  const [removing, setRemoving] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const panel = useRef<HTMLElement>(null);
  const save = useAction(trpc.branding.setOrigins, {
    unchanged: UNCHANGED,
    changes: [trpc.branding.get.pathFilter()],
  });
  const list = origins.list.map(({ origin }) => origin);
  const write = (next: string[], done: () => void) =>
    save.run({ merchantId, origins: next, version: origins.version }, { onSuccess: done });
  const add = () =>
    write([...list, typed], () => {
      setMessage("Added.");
      setTyped("");
    });
  const close = (words: string) => {
    save.reset();
    setMessage(words);
    setRemoving(null);
  };
  const atField = removing === null ? originError(save.errors) : undefined;
  return (
    <section className={ui.settings} ref={panel} tabIndex={-1} aria-label="Allowed domains">
      <WhyOrigins />
      {save.failure && removing === null && atField === undefined ? <Note tone="bad">{save.failure}</Note> : null}
      <OriginList origins={origins} onRemove={setRemoving} />
      <AddOrigin
        value={typed}
        error={atField && `${capitalize(atField)} ${UNCHANGED}`}
        busy={save.busy}
        onChange={(value) => {
          setTyped(value);
          setMessage("");
          save.reset();
        }}
        onAdd={add}
      />
      <span className={ui.hidden} role="status">
        {message}
      </span>
      {removing === null ? null : (
        <ConfirmDialog
          title={`Remove ${removing}?`}
          action="Remove domain"
          stayAt={panel}
          act={save}
          onConfirm={() => write(without(list, removing), () => close("Removed."))}
          onCancel={() => close("")}
        >
          {REMOVAL}
        </ConfirmDialog>
      )}
    </section>
  );
}

function WhyOrigins() {
  return (
    <p className={ui.muted}>
      Only these sites can show the checkout in their page. The domain of a payment’s <code>success_url</code> can also
      show that payment. Owners and admins of the merchant, or of its partner, can change the list.
    </p>
  );
}

const without = (list: readonly string[], origin: string) => list.filter((other) => other !== origin);

type AddProps = {
  value: string;
  error: string | undefined;
  busy: boolean;
  onChange: (value: string) => void;
  onAdd: () => void;
};

function AddOrigin({ value, error, busy, onChange, onAdd }: AddProps) {
  return (
    <Form onSubmit={onAdd}>
      <Field
        id="origin"
        label="Add a domain"
        help="Scheme, host and port, without a path. http is allowed for localhost in test payments."
        error={error}
      >
        {(wiring) => (
          <span className={ui.withButton}>
            <Input
              {...wiring}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://shop.example"
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <Button type="submit" disabled={busy}>
              Add
            </Button>
          </span>
        )}
      </Field>
    </Form>
  );
}

/** The error of the typed origin, which is the last of those sent. */
function originError(fields: Record<string, string>): string | undefined {
  const found = Object.entries(fields).find(([field]) => field.startsWith("origins"))?.[1];
  return found === undefined || /[.?!…]$/.test(found) ? found : `${found}.`;
}

function OriginList({ origins: { list }, onRemove }: { origins: Origins; onRemove: (origin: string) => void }) {
  if (list.length === 0) {
    return (
      <p className={ui.muted}>No domains yet. Only the domain of a payment’s success_url can show its checkout.</p>
    );
  }
  return (
    <ul className={ui.rows} aria-label="Domains">
      {list.map(({ origin, readable, testOnly }) => (
        <li key={origin}>
          <span>
            <code>{origin}</code>
            {readable === null ? null : <small>{readable}</small>}
          </span>
          {testOnly ? <TestTag word="Tests only" /> : null}
          <Button slim aria-label={`Remove ${origin}`} onClick={() => onRemove(origin)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
