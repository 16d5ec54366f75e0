import { describe, expect, it } from "vitest";
import { withoutUndefined } from "./without-undefined";

describe("withoutUndefined", () => {
  it("leaves out fields that are undefined, and keeps null, false, 0 and the empty text", () => {
    const fields = { a: undefined, b: null, c: false, d: 0, e: "" };
    expect(Object.entries(withoutUndefined(fields))).toEqual(Object.entries({ b: null, c: false, d: 0, e: "" }));
  });
  it("keeps the order of the fields, by which an entry without an id gets its digest", () => {
    expect(JSON.stringify(withoutUndefined({ b: 1, x: undefined, a: 2 }))).toBe('{"b":1,"a":2}');
  });
});
