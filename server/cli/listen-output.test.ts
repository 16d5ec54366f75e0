import { describe, expect, it } from "vitest";
import { newId } from "../lib/ids";
import { asText, colours } from "./commands/listen-output";

const ESCAPE = "\u001b[";
const stream = (isTTY: boolean, has: boolean) => ({ isTTY, hasColors: () => has });

it("colours() uses escape codes only on a terminal with colours", () => {
  expect(colours(stream(true, true)).bad("no")).toBe(`${ESCAPE}31mno${ESCAPE}0m`);
  // NO_COLOR or a terminal without colours, a file, a pipe.
  for (const plain of [stream(true, false), stream(false, true), {}]) expect(colours(plain).bad("no")).toBe("no");
});

describe("asText() names an event", () => {
  const options = { forward: "http://localhost:4000/hook", print: false, colours: colours({}) };
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
      options,
    ).split("  ")[2];
  it.each([
    ["by the order id of its payment", "payment_request.pending", { metadata: { order_id: "1001" } }, "1001 (3)"],
    ["by the order id of its link", "payment_link.used", { order_id: "1002", metadata: {} }, "1002 (3)"],
    [
      "by its payment's id, without an order id",
      "payment_request.pending",
      { metadata: { order_id: "" } },
      `${subjectId} (3)`,
    ],
    ["by its subject's id, for a test event", "webhook.test", {}, `${subjectId} (3)`],
  ])("%s", (_what, type, object, expected) => expect(line(type, object)).toBe(expected));
});
