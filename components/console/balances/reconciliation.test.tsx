import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ZoneProvider } from "../../ui/time/zone";
import { Reconciliation } from "./reconciliation";

const NONE = { count: 0, orMore: false };
const COUNTS = { payment: NONE, returned: NONE, unmatched: NONE, dismissed: NONE, other: NONE };

const drawn = (orMore: boolean) => {
  const discrepancies = { findings: [], orMore, reportedAt: "2026-11-20T06:00:00.000Z" };
  return renderToStaticMarkup(
    <ZoneProvider known="UTC">
      <Reconciliation counts={COUNTS} facts={{ unmatched: [], discrepancies }} hasAccount />
    </ZoneProvider>,
  );
};

it("accounts without a discrepancy are reconciled as of the report, unless the report does not list all", () => {
  expect(drawn(false)).toContain("as of <time");
  expect(drawn(true)).not.toContain("as of");
});
