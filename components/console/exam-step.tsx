import s from "./checks.module.css";
import { verdictWords } from "./checks-words";
import { GivenAnswer, SentRequest } from "./exchange";
import { Status } from "./parts";
import type { Outputs } from "./queries";
import ui from "./ui.module.css";

type Exam = NonNullable<Outputs["webhooks"]["exam"]["list"]["exam"]>;
type Step = Exam["steps"][number];

/** Of calls that were made at once, as many are shown in full. */
const MAX_SHOWN = 3;

/** One step: what was sent, what was expected, what came, and why it matters. */
export function ExamStep({ step, url, running }: { step: Step; url: string; running: boolean }) {
  const { number, title, verdict, sent, expected, came, why, look, calls } = step;
  const quiet = verdict === "to_come" || verdict === "left_out";
  const { tone, glyph, word } = verdict === "to_come" && !running ? NOT_SENT : verdictWords(verdict);
  // Where the answer was wrong, what it did with the event is to be looked for, too.
  const toLook = verdict === "look" || verdict === "failed" ? look : null;
  return (
    <li data-quiet={quiet ? "" : undefined}>
      <span className={s.number}>{number}</span>
      <div className={s.topic}>
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
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
          {sent} Expected: {lowerFirst(expected)}
        </p>
        {verdict === "passed" || quiet ? null : <p>{why}</p>}
        {calls.length > 0 ? <Wire calls={calls} url={url} /> : null}
      </div>
    </li>
  );
}

const NOT_SENT = { tone: "mute", glyph: "stop", word: "Not sent" } as const;

/** `Any answer` → `any answer`; `2xx` stays. */
const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

function Wire({ calls, url }: { calls: Step["calls"]; url: string }) {
  const { pathname, search } = new URL(url);
  const more = calls.length - MAX_SHOWN;
  return (
    <details className={s.wire}>
      <summary>What went over the wire</summary>
      {calls.slice(0, MAX_SHOWN).map(({ request, answer }) => (
        <div className={s.pair} key={`${request.headers["X-Event-Id"]} ${request.headers["X-Timestamp"]}`}>
          <SentRequest path={pathname + search} headers={request.headers} body={request.body} />
          {answer.kind === "answered" ? <GivenAnswer {...answer} /> : <p className={ui.muted}>No answer came.</p>}
        </div>
      ))}
      {more > 0 ? <p>And {more} more of the same kind.</p> : null}
    </details>
  );
}
