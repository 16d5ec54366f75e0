import s from "./schedule.module.css";
import { counted, waitWords } from "./webhooks-words";

const DAY_S = 86_400;

/** The tries of a delivery as a figure. `waitsS`: seconds from one to the next; the first is made at once. */
function Schedule({ waitsS }: { waitsS: readonly number[] }) {
  return (
    <ol className={s.schedule} aria-label="The tries of a delivery">
      {["at once", ...waitsS.map((wait) => `+ ${waitWords(wait)}`)].map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a try is its number
        <li key={index}>
          <b>{index + 1}</b>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  );
}

/** The schedule and what ends it, in words. */
export function HowTried({ waitsS }: { waitsS: readonly number[] }) {
  const days = Math.round(waitsS.reduce((sum, wait) => sum + wait, 0) / DAY_S);
  return (
    <>
      <Schedule waitsS={waitsS} />
      <p className={s.words}>
        A delivery is tried{" "}
        <b>
          {counted(waitsS.length + 1)} times over {counted(days)} days
        </b>
        . Each wait starts when the try before has ended and is shifted by up to a fifth, so that a shop that comes back
        is not hit by everything at once. <b>A 2xx answer within 15 seconds</b> ends it, and so does 410. A redirect
        counts as a failure. <code>Retry-After</code> is honoured up to 24 hours. Order is not promised: use{" "}
        <code>sequence</code>.
      </p>
    </>
  );
}
