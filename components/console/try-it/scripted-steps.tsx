import { useState } from "react";
import { Status } from "../../ui/parts";
import { RetryNote } from "../../ui/query-failure";
import type { BankButton } from "./simulation-request";
import s from "./try-it.module.css";
import type { ScriptedPayment } from "./use-scripted-payment";

const FIRST_HEIGHT_PX = 640;
const BUTTON = { approve: "Approve payment", reject: "Reject payment" } as const satisfies Record<BankButton, string>;

/** The step of the scripted payment that is shown, in one line; a failed one with a retry button. */
export function ScriptedStep({ script, press }: { script: ScriptedPayment; press: BankButton }) {
  const { at, error, isBusy, again } = script;
  const [tone, glyph] = error ? (["bad", "fail"] as const) : at === "over" ? DONE : NOW;
  return (
    <>
      <p className={s.step} role="status" aria-label="Step of the customer">
        <Status tone={tone} glyph={glyph}>
          {formatStep(script, press)}
        </Status>
      </p>
      {error ? <RetryNote error={error} retry={again} action="Retry this step" busy={isBusy} /> : null}
    </>
  );
}

const DONE = ["good", "done"] as const;
const NOW = ["accent", "half"] as const;

function formatStep({ at, bank, returned }: ScriptedPayment, press: BankButton): string {
  const named = bank ?? "the bank";
  if (at === "choose") return "Selecting a bank";
  if (at === "open") return `Opening ${named}`;
  if (at === "answer") return `Opened ${named}`;
  return `“${BUTTON[press]}” pressed, ${returned ? "returned" : "did not return"} from the bank`;
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
