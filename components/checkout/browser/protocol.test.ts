import { describe, expect, test } from "vitest";
import { type FrameMessage, readFrameMessage, readLoaderMessage, withVersion } from "./protocol";

const ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";
const FRAME_MESSAGES: FrameMessage[] = [
  { type: "ready", height: 0 },
  { type: "height", height: 947 },
  {
    type: "expired",
    test: 1,
    cause: "It lives\n15 minutes.",
    title: "Über",
    say: "–",
    reload: "↻",
  },
  { type: "change", phase: "at_bank", amount: 7450, currency: "EUR" },
  { type: "ended", status: "success", paymentRequestId: ID },
  { type: "ended", status: "cancelled", paymentRequestId: "" },
  { type: "close" },
];

describe("the shop's side", () => {
  test("accepts every type of message, and only with all of its fields", () => {
    for (const sent of FRAME_MESSAGES) {
      const message = withVersion(sent) as Record<string, unknown>;
      expect(readFrameMessage(message)).toEqual(message);
      for (const field of Object.keys(message)) {
        const { [field]: _left, ...rest } = message;
        expect(readFrameMessage(rest), `${sent.type} without ${field}`).toBeNull();
      }
    }
  });

  test.each([
    { height: "947" },
    { height: -1 },
    { height: 1.5 },
    { height: Number.NaN },
    { height: Number.POSITIVE_INFINITY },
    { type: "change", phase: "<b>paid</b>", amount: 1, currency: "EUR" },
    { type: "change", phase: "p".repeat(65), amount: 1, currency: "EUR" },
    { type: "change", phase: "paid", amount: "1", currency: "EUR" },
    { type: "change", phase: ["paid"], amount: 1, currency: "EUR" },
    { type: "ended", status: "success", paymentRequestId: 7 },
    { type: "ended", status: "success", paymentRequestId: `${ID}"` },
    { type: "ended", status: "late", paymentRequestId: ID },
    { type: "expired", test: true, cause: "", title: "", say: "", reload: "" },
    { type: "expired", test: 1, cause: "", title: "", say: "s".repeat(301), reload: "" },
    { type: "constructor" },
    { type: "toString" },
    { type: "__proto__" },
    { type: "hello" },
    { bankside: "1", type: "close" },
    { bankside: 2, type: "close" },
  ])("ignores a message of another version or shape: %o", (changed) => {
    expect(readFrameMessage({ bankside: 1, type: "height", ...changed })).toBeNull();
  });
});

describe("the frame's side", () => {
  test("accepts the two messages of the shop's page, and nothing else", () => {
    expect([
      readLoaderMessage(withVersion({ type: "hello" })),
      readLoaderMessage(withVersion({ type: "refresh" })),
    ]).not.toContain(null);
    const others = [
      null,
      undefined,
      1,
      "hello",
      { type: "hello" },
      { bankside: 2, type: "hello" },
      withVersion({ type: "close" }),
    ];
    expect(others.map(readLoaderMessage)).toEqual(others.map(() => null));
  });
});

test("values that are not messages are ignored on both sides", () => {
  const others = [null, undefined, 0, "", "ready", [], () => 1, { bankside: 1 }, { bankside: 1, type: null }];
  expect(others.flatMap((one) => [readFrameMessage(one), readLoaderMessage(one)])).toEqual(
    others.flatMap(() => [null, null]),
  );
});
