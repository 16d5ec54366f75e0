import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "./json-fault";

const name = "a name in double quotes";
const comma = "a comma, or the closing bracket of the object or list";
const value = "a value: an object, a list, a text in double quotes, a number, true, false or null";
const text = "the end of the text: a double quote, without line breaks before it";

describe("the position of a fault in JSON", () => {
  it.each([
    ["a comma too many", '{\n  "amount": 2550,\n}', 3, 1, name],
    ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', 3, 3, comma],
    ["single quotes", "{'a': 1}", 1, 2, `${name} or }`],
    ["a name without quotes", "{a: 1}", 1, 2, `${name} or }`],
    ["a missing colon", '{"a" 1}', 1, 6, "a colon after the name"],
    ["a missing value", '{"a": }', 1, 7, value],
    ["an end too early", '{"a": [1, 2', 1, 12, comma],
    ["an open text", '{"a": "secret', 1, 14, text],
    ["a line break in a text", '{"a": "one\ntwo"}', 1, 11, text],
    ["an unknown escape", '{"a": "one\\xtwo"}', 1, 11, text],
    ["a number with a leading zero", '{"a": 007}', 1, 7, value],
    ["another language's None", '{"a": None}', 1, 7, value],
    ["text after the object", '{"a": 1}x', 1, 9, "nothing after the object"],
    ["the wrong bracket", '{"a": [1}', 1, 9, comma],
    ["a comment", '{"a": 1} // all', 1, 10, "nothing after the object"],
    ["Windows line breaks", '{\r\n"a": 1,\r\n}', 3, 1, name],
    ["nothing but space", "  ", 1, 3, value],
  ])("is found for %s", (_what, json, line, column, expected) => {
    expect(() => JSON.parse(json)).toThrow();
    expect(findJsonFault(json)).toEqual({ line, column, expected });
  });

  it("is the end of a text that is JSON: no part of any value is a fault", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (given, space) => {
        const json = JSON.stringify(given, null, space);
        const lines = json.split("\n");
        expect(findJsonFault(json)).toMatchObject({ line: lines.length, column: (lines.at(-1) ?? "").length + 1 });
      }),
    );
  });

  it("is found in a list nested 60,000 deep, and in a text of 60,000 escapes", () => {
    expect(findJsonFault("[".repeat(60_000))).toMatchObject({ line: 1, column: 60_001 });
    expect(findJsonFault(`{"a":"${"\\n".repeat(60_000)}`)).toMatchObject({ line: 1, column: 120_007 });
  });
});
