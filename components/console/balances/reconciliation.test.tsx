import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ZoneProvider } from "../../ui/time/zone";
import { ConsoleQueries } from "../frame/console-queries";
import { DiscrepancyList } from "../transactions/discrepancies";
import { Reconciliation } from "./reconciliation";

// Outside of Next there is no router.
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

const NONE = { count: 0, orMore: false };
const COUNTS = { payment: NONE, returned: NONE, unmatched: NONE, dismissed: NONE, other: NONE };

const drawn = (part: ReactNode) => renderToStaticMarkup(<ZoneProvider known="UTC">{part}</ZoneProvider>);
const reportOf = (orMore: boolean) => ({ findings: [], orMore, reportedAt: "2026-11-20T06:00:00.000Z" });

it("accounts without a discrepancy are reconciled as of the report, unless the report does not list all", () => {
  const about = (orMore: boolean) =>
    drawn(<Reconciliation counts={COUNTS} facts={{ unmatched: [], discrepancies: reportOf(orMore) }} hasAccount />);
  expect(about(false)).toContain("as of <time");
  expect(about(true)).not.toContain("as of");
});

it("the list of transactions says whether the accounts are reconciled, or that the report does not list all", () => {
  const about = (orMore: boolean) =>
    drawn(
      <ConsoleQueries mode="test" may={[]}>
        <DiscrepancyList first={reportOf(orMore)} hasAccount />
      </ConsoleQueries>,
    );
  expect(about(false)).toContain("Reconciled");
  expect(about(true)).toContain("The last report does not list all discrepancies.");
  expect(about(true)).not.toContain("Reconciled");
});
