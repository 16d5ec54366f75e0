import { expect, it } from "vitest";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "@/server/webhooks/record-event";
import { readCatalogue } from "./catalogue";

it("has the words and a payload of every type that is sent, and of no other", () => {
  const catalogue = readCatalogue();
  expect(catalogue.map(({ type }) => type).sort()).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE].sort());
  for (const { type, words, example } of catalogue) {
    expect([type, words.length > 20, words.includes("```")]).toEqual([type, true, false]);
    expect(example).toMatchObject({ type, object: "event" });
  }
});
