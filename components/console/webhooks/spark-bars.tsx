import { plural } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import s from "./health.module.css";
import { formatSuccessRate } from "./health-labels";

type Hour = { ok: number; failed: number };

const HEIGHT = 18;
const BAR = 3;
const STEP = 4;
/** The minimum height of a bar above zero. */
const LEAST = 2;

/** The attempts of the last 24 hours, a bar for each hour: successes, with failures on top; and a hidden sentence. */
export function SparkBars({ hours, ok, failed }: { hours: readonly Hour[]; ok: number; failed: number }) {
  const most = Math.max(1, ...hours.map((hour) => hour.ok + hour.failed));
  const height = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * (HEIGHT - LEAST))));
  const width = hours.length * STEP - (STEP - BAR);
  return (
    <>
      <svg className={s.spark} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <path className={s.base} d={`M0 ${HEIGHT - 0.5}h${width}`} />
        {hours.map((hour, index) => {
          const delivered = height(hour.ok);
          const lost = height(hour.failed);
          const x = index * STEP;
          return (
            <g key={x}>
              <rect className={s.taken} x={x} y={HEIGHT - delivered} width={BAR} height={delivered} />
              <rect className={s.lost} x={x} y={HEIGHT - delivered - lost} width={BAR} height={lost} />
            </g>
          );
        })}
      </svg>
      <span className={ui.hidden}>{formatDay({ ok, failed })}</span>
    </>
  );
}

function formatDay(day: Hour): string {
  const all = day.ok + day.failed;
  if (all === 0) return "No attempts in the last 24 hours";
  return `${plural(all, "attempt")} in the last 24 hours, ${formatSuccessRate(day)} delivered`;
}
