import { describe, expect, it } from "vitest";
import { changesOf, valuesOf } from "./endpoint-form";

function form(entries: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

const before = { url: "https://a.example/", signed: true, environment: "Both", eventTypes: [], isDefault: false };
const values = {
  url: "https://a.example/",
  signed: true,
  environment: "Both",
  eventTypes: "all",
  isDefault: false,
} as const;

describe("the form of an endpoint", () => {
  it("gives the values of the ticked and chosen fields", () => {
    const fields: [string, string][] = [
      ["url", " https://a.example/ "],
      ["signed", "on"],
      ["environment", "Live"],
      ["event", "payment_link.used"],
      ["event", "payment_link.expired"],
    ];
    const eventTypes = ["payment_link.used", "payment_link.expired"];
    const expected = { url: "https://a.example/", signed: true, environment: "Live", eventTypes, isDefault: false };
    expect(valuesOf(form(fields))).toEqual(expected);
    expect(valuesOf(form([...fields, ["allEvents", "on"]])).eventTypes).toBe("all");
  });

  it("sends only the values that changed", () => {
    expect(changesOf(before, values)).toEqual({});
    expect(changesOf(before, { ...values, signed: false })).toEqual({ signed: false });
    expect(changesOf(before, { ...values, url: "https://b.example/", isDefault: true })).toEqual({
      url: "https://b.example/",
      isDefault: true,
    });
  });

  it("compares event types as a set, and an empty choice differs from all", () => {
    const two = { ...before, eventTypes: ["b", "a"] };
    expect(changesOf(two, { ...values, eventTypes: ["a", "b"] })).toEqual({});
    expect(changesOf(two, values)).toEqual({ eventTypes: "all" });
    expect(changesOf(before, { ...values, eventTypes: [] })).toEqual({ eventTypes: [] });
  });
});
