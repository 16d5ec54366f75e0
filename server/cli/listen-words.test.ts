import { describe, expect, it } from "vitest";
import { newId } from "../lib/ids";
import { asText, colours } from "./commands/listen-words";

const ESCAPE = "\u001b[";
const stream = (isTTY: boolean, has: boolean) => ({ isTTY, hasColors: () => has });

it("colours are for a terminal that has them, and for nothing else", () => {
  expect(colours(stream(true, true)).bad("no")).toBe(`${ESCAPE}31mno${ESCAPE}0m`);
  // NO_COLOR, or a terminal without; a file; a pipe.
  for (const plain of [stream(true, false), stream(false, true), {}]) expect(colours(plain).bad("no")).toBe("no");
});

describe("a line names the event by", () => {
  const words = { forward: "http://localhost:4000/hook", print: false, colours: colours({}) };
  const subjectId = newId();
  const line = (type: string, object: object) =>
    asText(
      {
        kind: "tried",
        at: new Date(),
        event: { id: newId(), tx: "7", type, subjectId, sequence: 3, body: JSON.stringify({ data: { object } }) },
        tries: 1,
        answer: { kind: "taken", status: 204, reason: null, durationMs: 12 },
        next: "on",
      },
      words,
    ).split("  ")[2];
  it.each([
    ["its order, for a payment", "payment_request.pending", { metadata: { order_id: "1001" } }, "1001 (3)"],
    ["its order, for a link", "payment_link.used", { order_id: "1002", metadata: {} }, "1002 (3)"],
    [
      "what it is about, without an order",
      "payment_request.pending",
      { metadata: { order_id: "" } },
      `${subjectId} (3)`,
    ],
    ["where it goes, for a test event", "webhook.test", {}, `${subjectId} (3)`],
  ])("%s", (_what, type, object, expected) => expect(line(type, object)).toBe(expected));
});
