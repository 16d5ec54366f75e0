import { Status } from "../console/parts";
import { Time } from "../console/time";
import ui from "../console/ui.module.css";
import s from "./operator.module.css";

type Certificate = { place: string; subject: string; validTo: string; state: "valid" | "ends soon" | "ended" };

const TONES = {
  valid: { tone: "good", glyph: "done", word: "Valid" },
  "ends soon": { tone: "warn", glyph: "warn", word: "Ends soon" },
  ended: { tone: "bad", glyph: "fail", word: "Ended" },
} as const;

/** The certificates of a connection, and until when each is good. */
export function Certificates({ certificates }: { certificates: Certificate[] }) {
  if (certificates.length === 0) return <span className={ui.dim}>none: the bank asks for none</span>;
  return (
    <ul>
      {certificates.map(({ place, subject, validTo, state }) => {
        const { tone, glyph, word } = TONES[state];
        return (
          <li key={place} className={s.inline}>
            <Status tone={tone} glyph={glyph}>
              {word}
            </Status>
            <span>
              until <Time at={validTo} as="date" />
            </span>
            <small>
              {subject}, {place}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
