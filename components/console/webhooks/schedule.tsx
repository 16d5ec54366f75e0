import s from "./schedule.module.css";
import { formatWait } from "./webhook-labels";

const DAY_S = 86_400;

/** The attempts of a delivery as a figure. `waitsS`: seconds from one to the next; the first is made at once. */
function Schedule({ waitsS }: { waitsS: readonly number[] }) {
  return (
    <ol className={s.schedule} aria-label="Attempts of a delivery">
      <li>
        <b>1</b>
        <span>at once</span>
      </li>
      {[...waitsS.entries()].map(([index, wait]) => (
        <li key={index}>
          <b>{index + 2}</b>
          <span>+ {formatWait(wait)}</span>
        </li>
      ))}
    </ol>
  );
}

/** The retry schedule, and what ends it. */
export function RetrySchedule({ waitsS }: { waitsS: readonly number[] }) {
  const days = Math.round(waitsS.reduce((sum, wait) => sum + wait, 0) / DAY_S);
  return (
    <>
      <Schedule waitsS={waitsS} />
      <p className={s.words}>
        Up to {waitsS.length + 1} attempts over {days} days. Any 2xx response within 15 seconds counts as delivered; a
        redirect counts as failed; 410 stops retries. Waits vary by up to 20 %, and <code>Retry-After</code> is honoured
        up to 24 hours. Events can arrive out of order: use <code>sequence</code>.
      </p>
    </>
  );
}
