"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useRef, useState } from "react";
import { SentAnswer } from "../developers/repeat-call";
import { Icon } from "../icons";
import { Field, Note } from "../parts";
import { failureOf, type Outputs, useMay, useMerchantId, useTRPC } from "../queries";
import ui from "../ui.module.css";
import s from "./play.module.css";
import {
  endpointsForTests,
  type Made,
  madeIn,
  newKey,
  OUTCOMES,
  orderOf,
  type Press,
  pressOf,
  SUM,
  unnamedHearer,
} from "./play-order";

type Destinations = Outputs["webhooks"]["endpoints"]["list"];
type FormProps = {
  destinations: Destinations;
  baseUrl: string;
  simulated: boolean;
  /** `press`: the shopper is played, and presses that; null: whoever sits here is the shopper. */
  onMade: (made: Made, press: Press | null) => void;
};

/** What is to happen to the payment, who is told, and the one button that makes it: by the API itself, in test. */
export function PlayForm({ destinations, baseUrl, simulated, onMade }: FormProps) {
  const [word, setWord] = useState("");
  const [endpoint, setEndpoint] = useState("");
  const may = useMay();
  const { make, isPending, error, refused } = useMake(onMade);
  const start = (press: Press | null) =>
    make(orderOf({ word, endpoint: endpoint === "" ? null : endpoint }, baseUrl), press);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(null);
  };
  return (
    <form className={s.form} onSubmit={submit} aria-label="A test payment">
      {simulated ? (
        <OutcomeField word={word} onChange={setWord} />
      ) : (
        <Note tone="warn">
          No bank is simulated at this installation. The payment can be paid only at test systems of banks that the
          operator connected, and none may be listed.
        </Note>
      )}
      <HearerField destinations={destinations} endpoint={endpoint} onChange={setEndpoint} />
      <div className={ui.actions}>
        <button className={`${ui.button} ${ui.primary}`} type="submit" disabled={isPending} data-create="">
          <Icon name="play" />
          Make a test payment of {SUM}
        </button>
        {simulated && may("developers.walk.choose") ? (
          <button className={ui.button} type="button" disabled={isPending} onClick={() => start(pressOf(word))}>
            Walk it through for me
          </button>
        ) : null}
        <span className={ui.muted} role="status">
          {isPending ? "Being made …" : ""}
        </span>
      </div>
      {error ? <Note tone="bad">{failureOf(error).message}</Note> : null}
      {refused ? (
        <div className={s.whole} role="alert">
          <p>The API refused it, and nothing was made.</p>
          <SentAnswer answered={refused} />
        </div>
      ) : null}
    </form>
  );
}

/** The call as a program makes it. While no answer has come, the same body goes out with the same key: nothing is made twice. */
function useMake(onMade: FormProps["onMade"]) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const wanted = useRef<Press | null>(null);
  const unanswered = useRef<{ text: string; key: string } | null>(null);
  const making = useMutation(
    trpc.developers.reference.send.mutationOptions({
      onSuccess: (answered) => {
        unanswered.current = null;
        const made = madeIn(answered);
        if (made) onMade(made, wanted.current);
      },
    }),
  );
  const make = (body: ReturnType<typeof orderOf>, press: Press | null) => {
    wanted.current = press;
    const text = JSON.stringify(body);
    if (unanswered.current?.text !== text) unanswered.current = { text, key: newKey() };
    const { key } = unanswered.current;
    making.mutate({ merchantId, operation: "createPaymentRequest", body, idempotencyKey: key });
  };
  const refused = making.data && madeIn(making.data) === null ? making.data : null;
  return { make, isPending: making.isPending, error: making.error, refused };
}

function OutcomeField({ word, onChange }: { word: string; onChange: (word: string) => void }) {
  const chosen = OUTCOMES.find((one) => one.word === word);
  return (
    <Field
      id="play-outcome"
      label="What is to happen"
      help={
        <>
          {chosen?.told} {word === "" ? null : <>Asked for by {<code>{word}</code>} in the payment’s reference.</>}
        </>
      }
    >
      {(wiring) => (
        <div className={ui.input}>
          <select {...wiring} value={word} onChange={(change) => onChange(change.target.value)}>
            {OUTCOMES.map((one) => (
              <option key={one.word} value={one.word}>
                {one.name}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </Field>
  );
}

type HearerProps = { destinations: Destinations; endpoint: string; onChange: (name: string) => void };

/** Endpoints of live payments alone are not offered: a test is never told to one. */
function HearerField({ destinations, endpoint, onChange }: HearerProps) {
  const names = endpointsForTests(destinations);
  const unnamed = unnamedHearer(destinations);
  if (unnamed === null && names.length === 0) {
    return (
      <Note
        tone="warn"
        action={
          <Link className={`${ui.button} ${ui.slim}`} href="/console/webhooks">
            Webhooks
          </Link>
        }
      >
        No server of yours would be told: there is no endpoint for test payments yet. The rest works without one.
      </Note>
    );
  }
  return (
    <Field id="play-hearer" label="Who is told" help="Endpoints for live payments alone are told of no test.">
      {(wiring) => (
        <div className={ui.input}>
          <select {...wiring} value={endpoint} onChange={(change) => onChange(change.target.value)}>
            <option value="">
              {unnamed === null ? "Nobody: several endpoints, none of them the default" : `As always: ${unnamed}`}
            </option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}, named by the payment
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </Field>
  );
}
