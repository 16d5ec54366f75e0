import { type ReactNode, useId } from "react";
import { Segments } from "../../ui/fields";
import ui from "../../ui/ui.module.css";
import s from "./overview.module.css";
import { type SpanNames, shownNames } from "./spans";

type ChartFrameProps = {
  title: string;
  legend?: ReactNode;
  chart: ReactNode;
  /** The same numbers as a table. */
  table: ReactNode;
};

/** A chart, hidden from screen readers, and a table of the same numbers. */
export function ChartFrame({ title, legend, chart, table }: ChartFrameProps) {
  const id = useId();
  return (
    <section className={s.chart} aria-labelledby={id}>
      <div className={s.head}>
        <h2 id={id}>{title}</h2>
        <div>
          {legend}
          <Segments legend="Show as" options={{ chart: "Chart", table: "Table" }} />
        </div>
      </div>
      <div className={s.picture} aria-hidden="true">
        {chart}
      </div>
      <div className={`${ui.hidden} ${s.numbers}`}>{table}</div>
    </section>
  );
}

/** Grid lines with their labels. `at`: 0 is the base, 1 the top. */
export function Grid({ lines }: { lines: { at: number; label: string }[] }) {
  return lines.map(({ at, label }) => (
    <div key={at} className={s.grid} data-base={at === 0 ? "" : undefined} style={{ bottom: `${100 * at}%` }}>
      {label === "" ? null : <span>{label}</span>}
    </div>
  ));
}

/** A chart without data: no scale. */
export function EmptyPlot({ children }: { children: string }) {
  return (
    <div className={s.plot}>
      <Grid lines={[{ at: 0, label: "" }]} />
      <span className={s.nothing}>{children}</span>
    </div>
  );
}

/** The name of a span in a table. */
export function SpanName({ name }: { name: { full: string; isCurrent: boolean } | undefined }) {
  return (
    <>
      {name?.full} {name?.isCurrent ? <span className={ui.dim}>so far</span> : null}
    </>
  );
}

/** The names under the spans. `isHalf`: the chart is half as wide. */
export function SpanAxis({ names, isHalf }: { names: readonly SpanNames[]; isHalf?: boolean }) {
  const shown = shownNames(names, isHalf);
  return (
    <div className={s.axis} data-dense={shown.every(Boolean) ? "" : undefined}>
      {names.map(({ full, short, isCurrent }, index) => {
        const name = shown[index] ? short : "";
        return <span key={full}>{isCurrent ? <b>{name}</b> : <i>{name}</i>}</span>;
      })}
    </div>
  );
}
