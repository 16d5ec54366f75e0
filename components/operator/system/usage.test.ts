import { expect, it } from "vitest";
import { readLimit } from "./usage";

it("a limit that is typed is its number, an empty field is none, and any other text is 0, which is refused", () => {
  expect([" 600 ", "", " "].map(readLimit)).toEqual([600, null, null]);
  const mistyped = ["1,000", "6OO", "-1", "1.5", "1e3", "Infinity", "9".repeat(400)];
  expect(mistyped.map(readLimit)).toEqual(mistyped.map(() => 0));
});
