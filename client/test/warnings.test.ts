import { afterEach, describe, expect, it, vi } from "vitest";
import type { BanksideWarning } from "../src/index.js";
import { LINKS, ORDER, stageOfEachTest } from "./stage";

const { bankside, plan, sentTo } = stageOfEachTest();

describe("a field that the API ignores", () => {
  afterEach(() => void vi.restoreAllMocks());
  const mistyped = { ...ORDER, reference: "x" };

  it("causes one warning per field, operation and client, in test mode", async () => {
    const warnings: BanksideWarning[] = [];
    const client = bankside({ onWarning: (warning) => warnings.push(warning) });
    for (let time = 0; time < 2; time += 1)
      await client.createPaymentLink({ order: mistyped }, { requestId: `r-${time}` });
    await client.createPaymentRequest({ order: mistyped });
    await client.createPaymentLink({ order: { ...mistyped, colour: "red" } as typeof mistyped });
    expect(warnings.map(({ operation, field }) => `${operation} ${field}`)).toEqual([
      "createPaymentLink order.reference",
      "createPaymentRequest order.reference",
      "createPaymentLink order.colour",
    ]);
    expect(warnings[0]).toMatchObject({
      code: "IGNORED_FIELD",
      requestId: "r-0",
      message: expect.stringMatching(/^Bankside ignored "order\.reference" in createPaymentLink: /),
    });
  });

  it("causes a warning on the console by default, and fails no call", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await bankside().createPaymentLink({ order: mistyped });
    await bankside({ onWarning: () => undefined }).createPaymentLink({ order: mistyped });
    expect(warn.mock.calls.map(([message]) => String(message).slice(0, 34))).toEqual([
      'Bankside ignored "order.reference"',
    ]);
  });

  it("fails no call when the handler throws: the call returns its link, and the error is printed", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const thrown = new Error("strict");
    const onWarning = () => {
      throw thrown;
    };
    const link = await bankside({ onWarning }).createPaymentLink({ order: mistyped });
    expect([link.status, printed.mock.calls]).toEqual(["active", [["Bankside: onWarning threw an error.", thrown]]]);
  });

  it("control: causes no warning in live mode, nor where no field is ignored", async () => {
    const warnings: BanksideWarning[] = [];
    const client = bankside({ onWarning: (warning) => warnings.push(warning) });
    await client.createPaymentLink({ order: ORDER });
    const body = JSON.stringify({ success: true, data: {} });
    plan(LINKS, { status: 200, body, headers: { "bankside-ignored": "order.reference" } });
    await client.createPaymentLink({ order: ORDER });
    expect([sentTo(LINKS).length, warnings]).toEqual([2, []]);
    plan(LINKS, { status: 200, body, headers: { "bankside-ignored": "order.reference", "bankside-test": "true" } });
    await client.createPaymentLink({ order: ORDER });
    expect(warnings).toHaveLength(1);
  });
});
