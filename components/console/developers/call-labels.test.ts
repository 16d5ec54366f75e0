import { expect, it } from "vitest";
import { formatIgnored, ignoredSentences } from "./call-labels";

const of = (ignored: { field: string; meant: string | null }[]) =>
  ignoredSentences({ sent: { query: null, body: undefined, isCut: false, leftOut: [], ignored } });

it("a field without effect is named with the one that was probably meant", () => {
  expect(
    of([
      { field: "order.reference", meant: "order.payment_reference" },
      { field: "colour", meant: null },
      { field: "?test", meant: null },
      { field: "order.locale", meant: null },
    ]),
  ).toEqual([
    "order.reference had no effect: there is no field of that name. Did you mean order.payment_reference?",
    "colour had no effect: there is no field of that name.",
    "?test had no effect: there is no parameter of that name.",
    "order.locale had no effect: no language has that code. English is used. Send a tag such as en-GB or pt.",
  ]);
  expect(of([])).toEqual([]);
  expect([1, 2].map(formatIgnored)).toEqual(["1 field ignored", "2 fields ignored"]);
});
