import { describe, expect, it } from "vitest";
import { metadataText, readMetadata } from "./link-draft";

describe("a merchant's own data", () => {
  it("is read as it was written", () => {
    const metadata = { table: "12", note: "a = b, and more", empty: "" };
    expect(readMetadata(metadataText(metadata))).toEqual({ metadata });
  });

  it("may have empty lines and room around", () => {
    expect(readMetadata("\n  table=12 \n\n")).toEqual({ metadata: { table: "12" } });
    expect(readMetadata("")).toEqual({ metadata: {} });
  });

  it("says which line is wrong, and takes nothing of it", () => {
    expect(readMetadata("table = 12\nno sign")).toEqual({
      error: "Line 2 is not a name, an equals sign and a value.",
    });
    expect(readMetadata(" = 12")).toMatchObject({ error: expect.stringContaining("Line 1") });
    expect(readMetadata("a = 1\na = 2")).toEqual({ error: "“a” stands there twice." });
  });

  it("keeps a name that objects know already", () => {
    expect(readMetadata("toString = 1")).toEqual({ metadata: { toString: "1" } });
  });
});
