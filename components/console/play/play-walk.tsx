"use client";

import { useState } from "react";
import { Note, Status } from "../parts";
import { failureOf } from "../queries";
import ui from "../ui.module.css";
import s from "./play.module.css";
import type { Press } from "./play-order";
import { WALK_STEPS, type Walk, type WalkStep } from "./use-walk";

const FIRST_HEIGHT_PX = 640;
const BUTTON = { approve: "Approve payment", reject: "Reject payment" } as const satisfies Record<Press, string>;

const STATES = {
  done: { tone: "good", glyph: "done" },
  now: { tone: "accent", glyph: "half" },
  failed: { tone: "bad", glyph: "fail" },
  open: { tone: "mute", glyph: "open" },
} as const;

/** What the played shopper has done, is doing and will do; and what did not come off, with the way to try it again. */
export function WalkSteps({ walk, press }: { walk: Walk; press: Press }) {
  const { at, error, isBusy, again } = walk;
  const now = at === "over" ? WALK_STEPS.length : WALK_STEPS.indexOf(at);
  const stateOf = (index: number) => {
    if (index < now) return STATES.done;
    return index > now ? STATES.open : error ? STATES.failed : STATES.now;
  };
  return (
    <>
      <ol className={s.steps} aria-label="What the shopper does" aria-live="polite">
        {WALK_STEPS.map((step, index) => (
          <li key={step} aria-current={index === now ? "step" : undefined}>
            <Status {...stateOf(index)}>{wordsOf(step, walk, press)}</Status>
          </li>
        ))}
      </ol>
      {error ? (
        <Note
          tone="bad"
          action={
            <button className={`${ui.button} ${ui.slim}`} type="button" disabled={isBusy} onClick={again}>
              Try this step again
            </button>
          }
        >
          {failureOf(error).message}
        </Note>
      ) : null}
    </>
  );
}

function wordsOf(step: WalkStep, { bank, returned }: Walk, press: Press): string {
  const named = bank ?? "the bank";
  if (step === "choose") return bank ? `Chose ${bank}` : "Chooses a bank";
  if (step === "look") return `Opens the page of ${named}`;
  const pressed = `“${BUTTON[press]}”`;
  if (returned === null) return `Presses ${pressed}, and goes where the bank sends them`;
  return returned ? `Pressed ${pressed}, and came back` : `Pressed ${pressed}, and did not come back`;
}

/** The bank's page as the played shopper got it, to be looked at: nothing in it can be pressed, and no script runs. */
export function BankPage({ html, bank }: { html: string; bank: string | null }) {
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  const name = `The page of ${bank ?? "the bank"}`;
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
