"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ConfirmDialog } from "../confirm-dialog";
import { failureWords } from "../failure-words";
import { Field, Note, TestTag } from "../parts";
import { failureOf, useMerchantId, useTRPC } from "../queries";
import ui from "../ui.module.css";
import s from "./checkout.module.css";
import type { Branding } from "./draft";

const UNCHANGED = "Nothing was changed.";

const REMOVAL =
  "Pages there show no checkout from the next payment page on, unless a payment names them in its success_url. What is being paid now goes on.";

type Origins = Branding["origins"];

/** Which sites may show the checkout inside their pages. Each addition and each removal is saved by itself. */
export function OriginsPanel({ branding: { origins } }: { branding: Branding }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [removing, setRemoving] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const panel = useRef<HTMLElement>(null);
  const save = useMutation(
    trpc.branding.setOrigins.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.branding.get.pathFilter()),
    }),
  );
  const failure = save.error ? failureOf(save.error) : null;
  const list = origins.list.map(({ origin }) => origin);
  const write = (next: string[], done: () => void) =>
    save.mutate({ merchantId, origins: next, version: origins.version }, { onSuccess: done });
  const add = () =>
    write([...list, typed], () => {
      setSaid("Added.");
      setTyped("");
    });
  const close = (words: string) => {
    save.reset();
    setSaid(words);
    setRemoving(null);
  };
  const atField = removing === null ? originError(failure?.fields ?? {}) : undefined;
  return (
    <section className={s.form} ref={panel} tabIndex={-1} aria-label="Allowed origins">
      <WhyOrigins />
      {failure && removing === null && atField === undefined ? (
        <Note tone="bad">{failureWords(failure, UNCHANGED)}</Note>
      ) : null}
      <OriginList origins={origins} onRemove={setRemoving} />
      <AddOrigin
        value={typed}
        error={atField && `${atField.slice(0, 1).toUpperCase()}${atField.slice(1)} ${UNCHANGED}`}
        busy={save.isPending}
        onChange={(value) => {
          setTyped(value);
          setSaid("");
          save.reset();
        }}
        onAdd={add}
      />
      <span className={ui.hidden} role="status">
        {said}
      </span>
      {removing === null ? null : (
        <ConfirmDialog
          title={`Remove ${removing}?`}
          action="Remove it"
          stayAt={panel}
          busy={save.isPending}
          error={failure && failureWords(failure, UNCHANGED)}
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
      A page of yours can frame the checkout only if its origin stands here: everywhere else browsers refuse, so that
      nobody puts your payments into a page of their own. The origin of a payment’s <code>success_url</code> may frame
      that payment too.
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
  const send = (event: FormEvent) => {
    event.preventDefault();
    onAdd();
  };
  return (
    <form noValidate onSubmit={send}>
      <Field
        id="origin"
        label="Another origin"
        help="Scheme, host and port, as in the address bar, without what follows. http works for localhost, in tests."
        error={error}
      >
        {(wiring) => (
          <span className={ui.withButton}>
            <span className={ui.input}>
              <input
                {...wiring}
                type="url"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://shop.example"
                value={value}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            </span>
            <button className={ui.button} type="submit" disabled={busy}>
              Add
            </button>
          </span>
        )}
      </Field>
    </form>
  );
}

/** What is wrong with what was typed; it is the last of those that were sent. */
function originError(fields: Record<string, string>): string | undefined {
  const found = Object.entries(fields).find(([field]) => field.startsWith("origins"))?.[1];
  return found === undefined || /[.?!…]$/.test(found) ? found : `${found}.`;
}

function OriginList({ origins: { list }, onRemove }: { origins: Origins; onRemove: (origin: string) => void }) {
  if (list.length === 0) {
    return <p className={s.none}>No origin yet. Only the pages that a payment’s success_url names may frame it.</p>;
  }
  return (
    <ul className={s.origins} aria-label="Origins">
      {list.map(({ origin, readable, testOnly }) => (
        <li key={origin}>
          <span>
            <code>{origin}</code>
            {readable === null ? null : <small>{readable}</small>}
          </span>
          {testOnly ? <TestTag word="Tests only" /> : null}
          <button
            className={`${ui.button} ${ui.slim}`}
            type="button"
            aria-label={`Remove ${origin}`}
            onClick={() => onRemove(origin)}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
