import { Glyph, type GlyphName } from "../../ui/icons";
import type { Tone } from "../../ui/parts";
import { AND, type Diagnosis, type Missing } from "./diagnose";
import type { Finding } from "./findings";
import s from "./troubleshooter.module.css";

const VERDICTS: Record<
  Exclude<Diagnosis["verdict"], "incomplete">,
  { tone: Tone; glyph: GlyphName; title: string; say: string }
> = {
  right: {
    tone: "good",
    glyph: "done",
    title: "The signature is valid",
    say: "This secret and this body verify. If verification fails on your server, it uses another body or another secret: paste those.",
  },
  old: {
    tone: "warn",
    glyph: "half",
    title: "The signature is valid, but expired",
    say: "Secret and body are correct. The timestamp is outside the tolerance of 5 minutes.",
  },
  yours: {
    tone: "warn",
    glyph: "half",
    title: "The delivery is valid, your computed signature is not",
    say: "The signature in the header matches the body and the secret.",
  },
  wrong: { tone: "bad", glyph: "fail", title: "The signature is invalid", say: "" },
};
const ASKED: Record<Missing, string> = { headers: "the headers", body: "the body", secret: "the secret" };

/** The diagnosis: verdict, certain findings, likely findings, then findings in the receiver's code. */
export function Answer({ diagnosis }: { diagnosis: Diagnosis | null }) {
  const findings = diagnosis?.findings ?? [];
  const ofDelivery = findings.filter(({ of }) => of === "delivery");
  return (
    <section className={s.answer} aria-labelledby="troubleshooter-verdict">
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
  return (
    <>
      <h2 id="troubleshooter-verdict">Paste {AND.format(missing.map((part) => ASKED[part]))}</h2>
      <p className={s.say}>
        All from the same delivery, as your server received them. “Debug signature” on a delivery’s page fills in its
        headers and body.
      </p>
      {missing.includes("body") && !missing.includes("headers") ? (
        <p className={s.say}>
          If the body is empty in your code, something has read it before, usually a body parser: a stream can be read
          only once.
        </p>
      ) : null}
    </>
  );
}

function Verdict({ tone, glyph, title, say }: (typeof VERDICTS)["right"]) {
  return (
    <>
      <h2 id="troubleshooter-verdict" data-tone={tone}>
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
