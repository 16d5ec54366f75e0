import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ConsoleQueries } from "./console-queries";
import { Shell } from "./shell";

// Outside of Next there are no router and no address.
vi.mock("next/navigation", () => ({
  ...{ useRouter: () => ({}), usePathname: () => "/console" },
  useSearchParams: () => new URLSearchParams(),
}));

const bandsOf = (suspended: boolean) => {
  const merchant = { id: "1", brandName: "Olaria", partnerName: null, suspended, acting: null };
  const html = renderToStaticMarkup(
    <ConsoleQueries mode="live" may={[]}>
      <Shell
        {...{ user: { name: "Inês", email: "ines@olaria.example" }, operator: false, merchant, may: [], failing: [] }}
        {...{ merchants: { items: [merchant], total: 1 }, mode: "live", hasLive: true, acting: null, setUp: null }}
      >
        Page
      </Shell>
    </ConsoleQueries>,
  );
  return [...html.matchAll(/<aside[^>]*aria-label="(.*?)".*?<\/aside>/g)].map(([band, name]) => [
    name,
    band.replace(/<[^>]+>/g, ""),
  ]);
};

it("every page of a suspended merchant has a band that says what is rejected; another merchant's has none", () => {
  expect(bandsOf(true)).toEqual([
    ["Suspended merchant", "Suspended New live payments are rejected. Test payments work. Contact the operator."],
  ]);
  expect(bandsOf(false)).toEqual([]);
});
