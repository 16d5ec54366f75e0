import { StatusOf } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { uncapitalize } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import { ReceivedResponse, SentRequest } from "../deliveries/exchange";
import { VERDICT_LABELS } from "./check-labels";
import s from "./checks.module.css";

type ReceiverTest = NonNullable<Outputs["webhooks"]["diagnostics"]["listReceiverTests"]["receiverTest"]>;
type Step = ReceiverTest["steps"][number];

/** The number of parallel requests that are shown. */
const MAX_SHOWN = 3;

/** One step: what was sent, what was expected, the response, and why it matters. */
export function ReceiverTestStep({ step, url, running }: { step: Step; url: string; running: boolean }) {
  const { number, title, verdict, sent, expected, came, why, look, calls } = step;
  const quiet = verdict === "to_come" || verdict === "left_out";
  const label = verdict === "to_come" && !running ? NOT_SENT : VERDICT_LABELS[verdict];
  // After a wrong response, the user also has to check the effect of the event.
  const toLook = verdict === "look" || verdict === "failed" ? look : null;
  return (
    <li data-quiet={quiet ? "" : undefined}>
      <span className={s.number}>{number}</span>
      <div className={s.topic}>
        <StatusOf label={label} />
      </div>
      <div className={s.text}>
        <h3>{title}</h3>
        {came ? <p className={verdict === "failed" ? s.bad : s.came}>{came}</p> : null}
        {toLook ? (
          <p>
            <b>{toLook}</b>
          </p>
        ) : null}
        <p>
          {sent} Expected: {uncapitalize(expected)}
        </p>
        {verdict === "passed" || quiet ? null : <p>{why}</p>}
        {calls.length > 0 ? <Wire calls={calls} url={url} /> : null}
      </div>
    </li>
  );
}

const NOT_SENT = { tone: "mute", glyph: "stop", word: "Not sent" } as const;

function Wire({ calls, url }: { calls: Step["calls"]; url: string }) {
  const more = calls.length - MAX_SHOWN;
  return (
    <details className={s.wire}>
      <summary>Requests and responses</summary>
      {calls.slice(0, MAX_SHOWN).map(({ request, answer }) => (
        <div className={s.pair} key={`${request.headers["X-Event-Id"]} ${request.headers["X-Timestamp"]}`}>
          <SentRequest url={url} headers={request.headers} body={request.body} />
          {answer.kind === "answered" ? <ReceivedResponse {...answer} /> : <p className={ui.muted}>No response</p>}
        </div>
      ))}
      {more > 0 ? <p>And {more} more like these</p> : null}
    </details>
  );
}
