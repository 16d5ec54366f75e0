import { describe, expect, it } from "vitest";
import { newPaymentReference } from "@/server/lib/money/payment-reference";
import { draftLike, metadataText, readMetadata } from "./link-draft";

describe("the copy of a link", () => {
  const link = { decimal: "12.50", currency: "EUR", id: "1", order_id: "1", locale: "en", redirect_urls: null };
  const copyOf = (payment_reference: string) =>
    draftLike({ ...link, payment_reference, webhook_endpoints: [], metadata: {} } as unknown as Parameters<
      typeof draftLike
    >[0]);

  it("has the reference that a person chose", () => {
    for (const chosen of ["Table 12", "2026-0042"]) expect(copyOf(chosen).reference).toBe(chosen);
  });

  it("has no reference if the link's was generated, so that it gets one of its own", () => {
    const generated = Array.from({ length: 100 }, newPaymentReference).filter((reference) => /[A-Z]/.test(reference));
    for (const reference of generated) expect(copyOf(reference).reference).toBe("");
    expect(generated.length).toBeGreaterThan(90);
  });
});

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
