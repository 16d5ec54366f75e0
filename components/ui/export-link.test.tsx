import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ExportLink } from "./export-link";

const drawn = (isEmpty: boolean) =>
  renderToStaticMarkup(<ExportLink address="/console/payments/export.csv?status=failed" isEmpty={isEmpty} />);

it("an export of a list with rows is a link with the list’s filter", () => {
  expect(drawn(false)).toMatch(/<a [^>]*href="[^"]*export[.]csv[?]status=failed/);
});

it("an export of an empty list is a disabled button, and no link", () => {
  expect(drawn(true)).toMatch(/<button [^>]*disabled=""/);
  expect(drawn(true)).not.toContain("href");
});
