import s from "./spark-line.module.css";

/** The part of the height that the highest value takes. */
const TOP = 0.92;

/** A line of values from 0, the oldest first, without an axis. `label`: what it shows, as a sentence. */
export function SparkLine({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
  const step = 100 / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(2)} ${(100 - (100 * TOP * value) / most).toFixed(2)}`,
  );
  // A single value is a level line.
  const line = `M${points.join("L")}${points.length === 1 ? "h100" : ""}`;
  return (
    <svg className={s.spark} role="img" aria-label={label} viewBox="0 0 100 100" preserveAspectRatio="none">
      <path className={s.area} d={`${line}V100H0Z`} />
      <path className={s.line} d={line} />
    </svg>
  );
}
