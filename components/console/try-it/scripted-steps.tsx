"use client";

import { useState } from "react";
import { Status } from "../../ui/parts";
import { RetryNote } from "../../ui/query-failure";
import type { BankButton } from "./simulation-request";
import s from "./try-it.module.css";
import { SCRIPT_STEPS, type ScriptedPayment, type ScriptStep } from "./use-scripted-payment";

const FIRST_HEIGHT_PX = 640;
const BUTTON = { approve: "Approve payment", reject: "Reject payment" } as const satisfies Record<BankButton, string>;

const STATES = {
  done: { tone: "good", glyph: "done" },
  now: { tone: "accent", glyph: "half" },
  failed: { tone: "bad", glyph: "fail" },
  open: { tone: "mute", glyph: "open" },
} as const;

/** The steps of the scripted payment with their state; a failed one with a retry button. */
export function ScriptedSteps({ script, press }: { script: ScriptedPayment; press: BankButton }) {
  const { at, error, isBusy, again } = script;
  const now = at === "over" ? SCRIPT_STEPS.length : SCRIPT_STEPS.indexOf(at);
  const stateOf = (index: number) => {
    if (index < now) return STATES.done;
    return index > now ? STATES.open : error ? STATES.failed : STATES.now;
  };
  return (
    <>
      <ol className={s.steps} aria-label="Steps of the customer" aria-live="polite">
        {SCRIPT_STEPS.map((step, index) => (
          <li key={step} aria-current={index === now ? "step" : undefined}>
            <Status {...stateOf(index)}>{formatStep(step, script, press)}</Status>
          </li>
        ))}
      </ol>
      {error ? <RetryNote error={error} retry={again} action="Retry this step" busy={isBusy} /> : null}
    </>
  );
}

function formatStep(step: ScriptStep, { bank, returned }: ScriptedPayment, press: BankButton): string {
  const named = bank ?? "the bank";
  if (step === "choose") return bank ? `Bank selected: ${bank}` : "Select a bank";
  if (step === "open") return `Open the page of ${named}`;
  const pressed = `“${BUTTON[press]}”`;
  if (returned === null) return `Press ${pressed} and return from the bank`;
  return returned ? `${pressed} pressed, returned from the bank` : `${pressed} pressed, did not return from the bank`;
}

/** A static image of the bank's page: inert, without scripts. */
export function BankPage({ html, bank }: { html: string; bank: string | null }) {
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  const name = `Page of ${bank ?? "the bank"}`;
  return (
    <div role="img" aria-label={name}>
      <iframe
        title={name}
        className={s.bankPage}
        srcDoc={html}
        sandbox="allow-same-origin"
        inert
        style={{ height }}
        onLoad={(event) => setHeight(event.currentTarget.contentDocument?.documentElement.scrollHeight ?? height)}
      />
    </div>
  );
}
