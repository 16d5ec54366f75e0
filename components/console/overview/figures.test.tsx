import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FigureList } from "./figures";
import { Funnel } from "./funnel";
import type { Figures } from "./overview-labels";
import { SuccessChart } from "./success-chart";
import { AT } from "./testing-payments";

const NOTHING = { minor: 0, decimal: "0.00", count: 0, returned: null };
const spanOf = (share: number, second: number): Figures["spans"][number] => ({
  ...{ from: AT(second), to: AT(second + 1), received: NOTHING, before: NOTHING },
  outcomes: { created: 100, initiated: 100, atBank: 0, completed: 100 * share },
});

it.each([
  ["rises from 90 %", [0.9, 1], "right:0;bottom:calc(100% + 6px)"],
  [
    "falls from 90 %",
    [0.9, 0.8],
    "right:calc((100% - var(--axis)) * 0.25 + 0.625rem);bottom:max(0px, calc(0% - 1.25rem))",
  ],
])("the label of a line that %s is at its last point", (_, shares, style) => {
  const spans = shares.map(spanOf);
  const figures = { spans, days: 2, outlier: null } as unknown as Figures;
  const page = renderToStaticMarkup(<SuccessChart figures={figures} now={AT(1)} timeZone="UTC" named={null} />);
  const label = `${100 * (shares.at(-1) ?? 0)}.0 %`.replace("100.0", "100");
  expect(page).toContain(`style="${style}">${label}</span>`);
});

it.each([
  ["in several currencies", "EUR", ["Received", "Payments completed, EUR", "From created to completed, EUR"]],
  ["in one currency", null, ["Received", "Payments completed", "From created to completed"]],
])("the counts of a merchant with payments %s name theirs: %s", (_, named, names) => {
  const outcomes = { created: 2, initiated: 2, atBank: 0, completed: 1 };
  const success = { share: 0.5, of: 2 };
  const figures = { outcomes, success, received: NOTHING, before: { received: NOTHING, success }, currency: "EUR" };
  const shown = { ...figures, days: 2, until: null, comparison: "none", outlier: null, spans: [] };
  const timed = { ...shown, timeToApproval: { median: null, p90: null, of: 0 } } as unknown as Figures;
  const page = renderToStaticMarkup(
    <>
      <FigureList figures={timed} names={[]} named={named} />
      <Funnel outcomes={outcomes} named={named} />
    </>,
  );
  const found = [...page.matchAll(/<(dt|h2)[^>]*>([^<]+)/g)].map(([, , name]) => name ?? "");
  expect(names.map((name) => found.filter((one) => one === name).length)).toEqual([1, 1, 1]);
});
