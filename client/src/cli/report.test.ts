import { expect, it } from "vitest";
import { asText, colours } from "./report.js";

const text = (orderId: string, printBody = false) => {
  const payload = JSON.stringify({ sequence: 1, data: { object: { metadata: { order_id: orderId } } } });
  const event = { id: "evt_1", type: "payment_request.succeeded", payload } as const;
  const answer = { kind: "accepted", status: 200, reason: null, durationMs: 3 } as const;
  const plain = colours({ isTTY: false });
  return asText(
    { kind: "tried", at: new Date(0), event, attempt: 1, answer, next: "on" },
    { to: "", baseUrl: "", name: "", secret: "", printBody, colours: plain },
  );
};

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
