import { expect, it } from "vitest";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "@/server/webhooks/events/record-event";
import { readCatalogue } from "./catalogue";

it("has a text and a payload for every event type that is sent, and for no other", () => {
  const catalogue = readCatalogue();
  expect(catalogue.map(({ type }) => type).sort()).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE].sort());
  for (const { type, text, example } of catalogue) {
    expect([type, text.length > 20, text.includes("```")]).toEqual([type, true, false]);
    expect(example).toMatchObject({ type, object: "event" });
  }
});
