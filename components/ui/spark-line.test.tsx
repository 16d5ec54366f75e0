import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SparkLine } from "./spark-line";

const paths = (values: (number | null)[]) =>
  [...renderToStaticMarkup(<SparkLine values={values} label="Calls" />).matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);

it("a line goes through its values, from 0 to the highest", () => {
  expect(paths([0, 4, 2])).toEqual([
    "M0.00 100.00L50.00 8.00L100.00 54.00V100H0.00Z",
    "M0.00 100.00L50.00 8.00L100.00 54.00",
  ]);
});

it("a missing value is a gap and not a zero, and a value between gaps is a level line", () => {
  expect(paths([4, 4, null, null, 4])[1]).toBe("M0.00 8.00L25.00 8.00M87.50 8.00L100.00 8.00");
  expect(paths([null, null])).toEqual(["", ""]);
});
