import s from "./spark-line.module.css";

/** The part of the height that the highest value takes. */
const TOP = 0.92;

type Point = { x: number; y: number };

/**
 * A line of values from 0, the oldest first, without an axis; null: there is no value, and a gap. `label`: what it
 * shows, as a sentence.
 */
export function SparkLine({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const lines = linesOf(values);
  return (
    <svg className={s.spark} role="img" aria-label={label} viewBox="0 0 100 100" preserveAspectRatio="none">
      <path className={s.area} d={lines.map(areaUnder).join("")} />
      <path className={s.line} d={lines.map(pathOf).join("")} />
    </svg>
  );
}

/** The values between gaps, in percent of the picture. A single one is a level line over its part of the width. */
function linesOf(values: readonly (number | null)[]): Point[][] {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const step = 100 / Math.max(1, values.length - 1);
  const lines: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push({ x: index * step, y: 100 - (100 * TOP * value) / most });
  }
  return lines.flatMap((line): Point[][] => {
    const [first] = line;
    if (!first) return [];
    const [from, to] = [Math.max(0, first.x - step / 2), Math.min(100, first.x + step / 2)];
    return [
      line.length > 1
        ? line
        : [
            { ...first, x: from },
            { ...first, x: to },
          ],
    ];
  });
}

const pathOf = (line: readonly Point[]) => `M${line.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;

const areaUnder = (line: readonly Point[]) => `${pathOf(line)}V100H${line[0]?.x.toFixed(2)}Z`;
