import { expect, it } from "vitest";
import { overviewPath, readOverviewSearch } from "./overview-address";

it.each([
  [{}, "/console"],
  [{ compare: "year" }, "/console?compare=year"],
  [
    { currency: "GBP", days: "30", until: "2026-11-15", compare: "none" },
    "/console?currency=GBP&days=30&until=2026-11-15&compare=none",
  ],
])("the overview's view of %o has the address %s", (search, path) => {
  expect(overviewPath(readOverviewSearch(search))).toBe(path);
});

it.each([
  [{ days: "0" }],
  [{ days: "93" }],
  [{ until: "2026-02-30" }],
  [{ until: "0026-11-30" }],
  [{ currency: "euro" }],
  [{ compare: "decade" }],
])("the overview ignores %o in its address", (search) => {
  expect(readOverviewSearch(search)).toEqual({ currency: null, days: 14, until: null, comparison: "previous" });
});
