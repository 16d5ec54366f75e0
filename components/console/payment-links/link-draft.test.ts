import { describe, expect, it } from "vitest";
import { metadataText, readMetadata } from "./link-draft";

describe("metadata of a link", () => {
  it("is read back as it was written", () => {
    const metadata = { table: "12", note: "a = b, and more", empty: "" };
    expect(readMetadata(metadataText(metadata))).toEqual({ metadata });
  });

  it("may have empty lines and spaces around", () => {
    expect(readMetadata("\n  table=12 \n\n")).toEqual({ metadata: { table: "12" } });
    expect(readMetadata("")).toEqual({ metadata: {} });
  });

  it("names the line that is wrong, and returns no metadata", () => {
    expect(readMetadata("table = 12\nno sign")).toEqual({
      error: "Line 2 needs a name, an equals sign and a value.",
    });
    expect(readMetadata(" = 12")).toMatchObject({ error: expect.stringContaining("Line 1") });
    expect(readMetadata("a = 1\na = 2")).toEqual({ error: "“a” is used twice." });
  });

  it("keeps a name that is a property of every object", () => {
    expect(readMetadata("toString = 1")).toEqual({ metadata: { toString: "1" } });
  });
});
