"use client";

import { useEffect, useId, useState } from "react";
import { Crumbs, Heading } from "../heading";
import { Field, Note } from "../parts";
import { Answer } from "./answer";
import { BodyField } from "./body-field";
import { type Diagnosis, diagnose } from "./diagnose";
import s from "./doctor.module.css";
import { readFragment } from "./fragment";
import { canHash } from "./search";

type Fields = { headers: string; body: string | Uint8Array<ArrayBuffer>; secret: string; computed: string };
type State = Diagnosis | "no_hashes" | null;

const EMPTY: Fields = { headers: "", body: "", secret: "", computed: "" };
/** Long enough not to compute at every key, short enough to feel like an answer. */
const DELAY_MS = 150;

/**
 * Headers, body and secret of a delivery that is not believed, and beside them why. All of it stays in the browser. Opened
 * with `doctorHref`, headers and body are there already.
 */
export function SignatureDoctor() {
  const [fields, setFields] = useState(EMPTY);
  const state = useDiagnosis(fields);
  useEffect(() => {
    const filled = readFragment(window.location.hash);
    if (!filled) return;
    setFields((before) => ({ ...before, ...filled }));
    // What stood in the address does not stay in the history.
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);
  const set = (part: Partial<Fields>) => setFields((before) => ({ ...before, ...part }));
  return (
    <>
      <Crumbs href="/console/webhooks" name="Webhooks" here="Signature doctor" />
      <Heading
        title="Signature doctor"
        lead="Says why your server does not believe a delivery. It is computed in this browser: nothing of it is sent anywhere."
      />
      {state === "no_hashes" ? (
        <Note tone="bad">
          <b>This page cannot compute here.</b> Browsers compute hashes on https and on localhost alone. Open the
          Console by one of the two.
        </Note>
      ) : null}
      <div className={s.split}>
        <form
          className={s.form}
          aria-label="The delivery"
          autoComplete="off"
          onSubmit={(event) => event.preventDefault()}
        >
          <TextField
            label="Headers"
            rows={6}
            value={fields.headers}
            onChange={(headers) => set({ headers })}
            placeholder="X-Signature: t=1795181764,v1=2acf37e7…"
            help="All of them as they came, or the value of X-Signature alone."
          />
          <BodyField value={fields.body} onChange={(body) => set({ body })} />
          <TextField
            label="Secret"
            rows={2}
            value={fields.secret}
            onChange={(secret) => set({ secret })}
            placeholder="whsec_…"
            help="As your server has it, from its settings and not from memory. While two are in use: one a line."
          />
          <TextField
            label="Hash that your code computes"
            isOptional
            rows={2}
            value={fields.computed}
            onChange={(computed) => set({ computed })}
            help="Then the doctor also says what your code does otherwise."
          />
        </form>
        <Answer diagnosis={state === "no_hashes" ? null : state} />
      </div>
    </>
  );
}

/** The diagnosis of what the fields hold, a moment after they have come to rest. */
function useDiagnosis({ headers, body, secret, computed }: Fields): State {
  const [state, setState] = useState<State>(null);
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(async () => {
      if (!canHash()) return setState("no_hashes");
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      const found = await diagnose({ headers, body: bytes, secret, computed, nowS: Date.now() / 1000 });
      if (isLatest) setState(found);
    }, DELAY_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [headers, body, secret, computed]);
  return state;
}

function TextField(props: {
  label: string;
  isOptional?: boolean;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  help: string;
}) {
  const id = useId();
  const { label, isOptional = false, rows, value, onChange, placeholder, help } = props;
  return (
    <Field id={id} label={label} optional={isOptional} help={help}>
      {(wiring) => (
        <textarea
          {...wiring}
          className={s.text}
          rows={rows}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
