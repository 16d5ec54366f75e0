import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
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
  const page = renderToStaticMarkup(<SuccessChart figures={figures} now={AT(1)} timeZone="UTC" />);
  const label = `${100 * (shares.at(-1) ?? 0)}.0 %`.replace("100.0", "100");
  expect(page).toContain(`style="${style}">${label}</span>`);
});
