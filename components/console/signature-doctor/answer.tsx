import { Glyph, type GlyphName } from "../icons";
import type { Tone } from "../parts";
import type { Diagnosis, Missing } from "./diagnose";
import s from "./doctor.module.css";
import type { Finding } from "./findings";

const VERDICTS: Record<
  Exclude<Diagnosis["verdict"], "incomplete">,
  { tone: Tone; glyph: GlyphName; title: string; say: string }
> = {
  right: {
    tone: "good",
    glyph: "done",
    title: "The signature is right",
    say: "Whoever has this secret and checks the raw body takes this delivery. If your server does not, it has other bytes or another secret in hand: give it those that your code sees.",
  },
  old: {
    tone: "warn",
    glyph: "half",
    title: "The signature is right, but not of now",
    say: "Secret and body are as they should be. Only its time is not.",
  },
  yours: {
    tone: "warn",
    glyph: "half",
    title: "The delivery is right, your code’s hash is not",
    say: "The signature in the header fits the body and the secret.",
  },
  wrong: { tone: "bad", glyph: "fail", title: "The signature is not right", say: "" },
};
const ASKED: Record<Missing, string> = { headers: "the headers", body: "the body", secret: "the secret" };

/** What the doctor says: the verdict, then what is certain, then what is likely, then what the receiver's code does. */
export function Answer({ diagnosis }: { diagnosis: Diagnosis | null }) {
  const findings = diagnosis?.findings ?? [];
  const ofDelivery = findings.filter(({ of }) => of === "delivery");
  return (
    <section className={s.answer} aria-labelledby="doctor-verdict">
      <div aria-live="polite">
        {diagnosis === null || diagnosis.verdict === "incomplete" ? (
          <Waiting missing={diagnosis?.missing ?? ["headers", "body", "secret"]} />
        ) : (
          <Verdict {...VERDICTS[diagnosis.verdict]} />
        )}
      </div>
      <Findings title="Certain" all={ofDelivery.filter(({ isSure }) => isSure)} />
      <Findings title="Likely" all={ofDelivery.filter(({ isSure }) => !isSure)} />
      <Findings title="In your code" all={findings.filter(({ of }) => of === "code")} />
    </section>
  );
}

function Waiting({ missing }: { missing: readonly Missing[] }) {
  const asked = missing.map((part) => ASKED[part]);
  const list = asked.length < 2 ? asked.join("") : `${asked.slice(0, -1).join(", ")} and ${asked.at(-1)}`;
  return (
    <>
      <h2 id="doctor-verdict">Give it {list}</h2>
      <p className={s.say}>
        Of one and the same delivery, as your server has them: then it says what is wrong. A delivery’s page, “Check the
        signature”, brings its headers and its body along.
      </p>
      {missing.includes("body") && !missing.includes("headers") ? (
        <p className={s.say}>
          If the body is empty where your code verifies it, something has read it before, a body parser mostly: a stream
          can be read once.
        </p>
      ) : null}
    </>
  );
}

function Verdict({ tone, glyph, title, say }: (typeof VERDICTS)["right"]) {
  return (
    <>
      <h2 id="doctor-verdict" data-tone={tone}>
        <Glyph name={glyph} />
        {title}
      </h2>
      {say ? <p className={s.say}>{say}</p> : null}
    </>
  );
}

function Findings({ title, all }: { title: string; all: readonly Finding[] }) {
  if (all.length === 0) return null;
  return (
    <>
      <h3 className={s.group}>{title}</h3>
      <ol className={s.findings}>
        {all.map(({ kind, title: name, why, todo }) => (
          <li key={kind}>
            <h4>{name}</h4>
            <p>{why}</p>
            <p className={s.todo}>{todo}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
