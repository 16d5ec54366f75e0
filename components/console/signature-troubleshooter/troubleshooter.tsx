"use client";

import { useEffect, useState } from "react";
import { AreaField } from "../../ui/fields";
import { Heading } from "../../ui/heading";
import { Note } from "../../ui/parts";
import { WebhooksTabs } from "../webhooks/webhooks-tabs";
import { Answer } from "./answer";
import { BodyField, PASTED } from "./body-field";
import { type Diagnosis, diagnose } from "./diagnose";
import { readFragment } from "./fragment";
import { canHash } from "./search";
import s from "./troubleshooter.module.css";

type Fields = { headers: string; body: string | Uint8Array<ArrayBuffer>; secret: string; computed: string };
type State = Diagnosis | "no_hashes" | null;

const EMPTY: Fields = { headers: "", body: "", secret: "", computed: "" };
/** Wait after the last key press before the diagnosis. */
const DELAY_MS = 150;

/**
 * Headers, body and secret of a delivery that does not verify, with the reasons beside them. All of it stays in the
 * browser. Opened with `troubleshooterHref`, headers and body are filled in.
 */
export function SignatureTroubleshooter() {
  const [fields, setFields] = useState(EMPTY);
  const state = useDiagnosis(fields);
  useEffect(() => {
    const filled = readFragment(window.location.hash);
    if (!filled) return;
    setFields((before) => ({ ...before, ...filled }));
    // The delivery is removed from the address, so that the history does not keep it.
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);
  const set = (part: Partial<Fields>) => setFields((before) => ({ ...before, ...part }));
  return (
    <>
      <Heading
        title="Signature troubleshooter"
        lead="Find out why signature verification fails. Computed in your browser: nothing is sent."
      />
      <WebhooksTabs here="Signature troubleshooter" />
      {state === "no_hashes" ? (
        <Note tone="bad">
          <b>This page needs https or localhost.</b> Browsers compute hashes only there. Open the Console over https, or
          on localhost.
        </Note>
      ) : null}
      <div className={s.split}>
        <form
          className={s.form}
          aria-label="The delivery"
          autoComplete="off"
          onSubmit={(event) => event.preventDefault()}
        >
          <AreaField
            {...PASTED}
            id="delivery-headers"
            label="Headers"
            rows={6}
            value={fields.headers}
            onChange={({ currentTarget }) => set({ headers: currentTarget.value })}
            placeholder="X-Signature: t=1795181764,v1=2acf37e7…"
            help="All headers as received, or only the value of X-Signature."
          />
          <BodyField value={fields.body} onChange={(body) => set({ body })} />
          <AreaField
            {...PASTED}
            id="delivery-secret"
            label="Secret"
            rows={2}
            value={fields.secret}
            onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
            placeholder="whsec_…"
            help="Copy it from your server’s settings. Two secrets: one per line."
          />
          <AreaField
            {...PASTED}
            id="delivery-computed"
            label="Your computed signature"
            optional
            rows={2}
            value={fields.computed}
            onChange={({ currentTarget }) => set({ computed: currentTarget.value })}
            help="Also shows where your code differs."
          />
        </form>
        <Answer diagnosis={state === "no_hashes" ? null : state} />
      </div>
    </>
  );
}

/** The diagnosis of the fields, shortly after the last change. */
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
