import s from "./health.module.css";
import { takenShare } from "./health-words";
import ui from "./ui.module.css";

type Hour = { ok: number; failed: number };

const HEIGHT = 18;
const BAR = 3;
const STEP = 4;
/** A single try among thousands is still seen. */
const LEAST = 2;

/** The tries of the last 24 hours, an hour a bar: what was taken, and on top of it what failed. In words beside. */
export function SparkBars({ hours, ok, failed }: { hours: readonly Hour[]; ok: number; failed: number }) {
  const most = Math.max(1, ...hours.map((hour) => hour.ok + hour.failed));
  const height = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * (HEIGHT - LEAST))));
  const width = hours.length * STEP - (STEP - BAR);
  return (
    <>
      <svg className={s.spark} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <path className={s.base} d={`M0 ${HEIGHT - 0.5}h${width}`} />
        {hours.map((hour, index) => {
          const taken = height(hour.ok);
          const lost = height(hour.failed);
          const x = index * STEP;
          return (
            <g key={x}>
              <rect className={s.taken} x={x} y={HEIGHT - taken} width={BAR} height={taken} />
              <rect className={s.lost} x={x} y={HEIGHT - taken - lost} width={BAR} height={lost} />
            </g>
          );
        })}
      </svg>
      <span className={ui.hidden}>{sparkWords({ ok, failed })}</span>
    </>
  );
}

function sparkWords(day: Hour): string {
  const all = day.ok + day.failed;
  if (all === 0) return "No try in the last 24 hours";
  const tries = all === 1 ? "One try" : `${all.toLocaleString("en-GB")} tries`;
  return `${tries} in the last 24 hours, ${takenShare(day)} taken`;
}
