import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { SomeChip } from "./some-chip";

// Outside of Next there is no router; the chip is open.
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));
vi.mock("./filter-chip", () => ({
  FilterForm: ({ children }: { children: ReactNode }) => children,
  FilterChip: ({ children }: { children: (close: () => void) => ReactNode }) => children(() => {}),
}));

function drawn(chosen: string[], max?: number): string {
  const choices = ["a", "b", "c"].map((value) => ({ value, words: value }));
  return renderToStaticMarkup(
    <SomeChip name="Bank" choices={choices} chosen={chosen} {...(max && { max })} off="/" hrefOf={() => "/"} />,
  );
}

it("at the maximum a chip says so, and only what is ticked can be changed", () => {
  const full = drawn(["a", "b"], 2);
  expect(full).toContain("At most 2 can be chosen.");
  expect(full.match(/checked=""/g)).toHaveLength(2);
  expect(full.match(/disabled=""/g)).toHaveLength(1);
  for (const open of [drawn(["a"], 2), drawn(["a", "b", "c"])]) expect(open).not.toMatch(/disabled|At most/);
});
