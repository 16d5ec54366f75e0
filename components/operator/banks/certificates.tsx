import { StatusOf } from "../../ui/parts";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";

type Certificate = { field: string; subject: string; validTo: string; state: "valid" | "ends soon" | "ended" };

const TONES = {
  valid: { tone: "good", glyph: "done", word: "Valid" },
  "ends soon": { tone: "warn", glyph: "warn", word: "Expires soon" },
  ended: { tone: "bad", glyph: "fail", word: "Expired" },
} as const;

/** The certificates of a connection with their expiry. */
export function Certificates({ certificates }: { certificates: Certificate[] }) {
  if (certificates.length === 0) return <span className={ui.dim}>none required</span>;
  return (
    <ul>
      {certificates.map(({ field, subject, validTo, state }) => {
        return (
          <li key={field} className={s.inline}>
            <StatusOf label={TONES[state]} />
            <span>
              expires <Time at={validTo} as="date" />
            </span>
            <small>
              {subject}, {field}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
