import { describe, expect, it } from "vitest";
import { asText, colours } from "./report.js";

const text = (orderId: string, printBody = false) => lineOf({ metadata: { order_id: orderId } }, printBody);

function lineOf(object: object, printBody = false): string {
  const payload = JSON.stringify({ sequence: 1, data: { object } });
  const event = { id: "evt_1", type: "payment_request.succeeded", payload } as const;
  const answer = { kind: "accepted", status: 200, reason: null, durationMs: 3 } as const;
  const plain = colours({ isTTY: false });
  return asText(
    { kind: "tried", at: new Date(0), event, attempt: 1, answer, next: "on" },
    { to: "", baseUrl: "", name: "", secret: "", printBody, colours: plain },
  );
}

describe("a line names the event by", () => {
  it.each([
    ["the order's id of a payment", { id: "p-1", metadata: { order_id: "1001" } }, "1001 (1)"],
    ["the order's id of a link", { id: "l-1", order_id: "1002", metadata: {} }, "1002 (1)"],
    ["the payment's own id, without an order's", { id: "p-1", metadata: { order_id: "" } }, "p-1 (1)"],
    ["a dash, without any id", {}, "- (1)"],
  ])("%s", (_case, object, named) => expect(lineOf(object).split("  ")[2]).toBe(named));
});

it("colours are used only on a terminal that has them", () => {
  const shown = (isTTY: boolean, has: boolean) => colours({ isTTY, hasColors: () => has }).bad("no");
  expect(shown(true, true)).toBe("\u001b[31mno\u001b[0m");
  // A terminal without colours or with NO_COLOR, a file, a pipe.
  expect([shown(true, false), shown(false, true), colours({}).bad("no")]).toEqual(["no", "no", "no"]);
});

it.each(["\u001b[2J", "\u009b2J", "\r", "\u202e"])(
  "an order's id with %j does not reach the terminal as it is",
  (control) => {
    for (const line of [text(`A${control}B`), text(`A${control}B`, true)]) expect(line).not.toContain(control);
    expect(text(`A${control}B`)).toMatch(/A\ufffd.*B/);
  },
);

it("control: other letters do, and a printed body keeps its lines", () => {
  expect(text("Bestellung 12 – Ä")).toContain("Bestellung 12 – Ä (1)");
  expect(text("A", true).split("\n").length).toBeGreaterThan(3);
});
