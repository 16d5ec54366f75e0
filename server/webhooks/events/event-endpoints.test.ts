import { describe, expect, it } from "vitest";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveriesOf } from "../../test/rows/webhook-events";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import type { NewEndpoint } from "../endpoints/create-endpoint";
import { switchEndpoint } from "../endpoints/switch-endpoint";

const shops = shopsOfEachTest();

type Given = Partial<NewEndpoint> & { disabled?: true };

/** The endpoints of the event by name; "url": the default URL; "no_destination": none. */
async function toldOf(event: { endpoints?: string[]; test?: boolean }): Promise<string[]> {
  const subject = await createEvent(shops.merchantId, event);
  return (await deliveriesOf(subject, shops.merchantId)).map(({ status, endpoint }) =>
    status === "waiting" ? (endpoint?.name ?? "url") : status,
  );
}

async function make(endpoints: Given[]): Promise<void> {
  for (const { disabled, ...given } of endpoints) {
    await shops.endpoint(given);
    if (disabled) await switchEndpoint(ctx, { merchantId: shops.merchantId, name: given.name ?? "", to: "disabled" });
  }
}

const URL_SET = "http://127.0.0.1:9/hook";
const a = { name: "a" };
const b = { name: "b" };
const wants = { eventTypes: ["payment_request.succeeded"] };
const wantsNot = { eventTypes: ["payment_request.failed"] };

describe("an event with named endpoints goes", () => {
  it.each<[string, Given[], string[], string[]]>([
    ["to each of them", [a, b, { name: "c" }], ["b", "a"], ["a", "b"]],
    ["to a disabled one, without fallback", [{ ...a, disabled: true }, b], ["a"], ["a"]],
    ["to one of another mode, without fallback", [{ ...a, environment: "Live" }, b], ["a"], ["a"]],
    [
      "past the one that does not want it",
      [
        { ...a, ...wantsNot },
        { ...b, ...wants },
      ],
      ["a", "b"],
      ["b"],
    ],
    ["nowhere when none of them subscribes to it", [{ ...a, ...wantsNot }, b], ["a"], []],
  ])("%s", async (_, endpoints, names, expected) => {
    await shops.pointAt(URL_SET);
    await make(endpoints);
    expect(await toldOf({ endpoints: names })).toEqual(expected);
  });
});

describe("an event without named endpoints goes", () => {
  it("to the default URL, whatever endpoints exist", async () => {
    await shops.pointAt(URL_SET);
    await make([{ ...a, isDefault: true }, b]);
    expect(await toldOf({})).toEqual(["url"]);
  });

  it.each<[string, Given[], string[]]>([
    ["to the endpoint marked default", [a, { ...b, isDefault: true }], ["b"]],
    [
      "to the default of the other environment never",
      [{ ...a, isDefault: true, environment: "Live" }],
      ["no_destination"],
    ],
    [
      "past a default of the other environment to the only one",
      [{ ...a, isDefault: true, environment: "Live" }, b],
      ["b"],
    ],
    ["to the only enabled one when the default is disabled", [{ ...a, isDefault: true, disabled: true }, b], ["b"]],
    ["to the only endpoint", [a], ["a"]],
    ["to the only enabled one", [{ ...a, disabled: true }, b], ["b"]],
    [
      "to the only one whose environment fits",
      [
        { ...a, environment: "Live" },
        { ...b, environment: "Test" },
      ],
      ["b"],
    ],
    ["nowhere when two qualify and none is marked", [a, { ...b, environment: "Test" }], ["no_destination"]],
    ["nowhere when the only one is disabled", [{ ...a, disabled: true }], ["no_destination"]],
    ["nowhere without endpoints", [], ["no_destination"]],
    ["nowhere when the default does not subscribe to it", [{ ...a, isDefault: true, ...wantsNot }, b], []],
    ["nowhere when the only one does not subscribe to it", [{ ...a, ...wantsNot }], []],
  ])("%s", async (_, endpoints, expected) => {
    await make(endpoints);
    expect(await toldOf({})).toEqual(expected);
  });

  it("to an endpoint for live payments if it is live", async () => {
    await make([
      { ...a, environment: "Live" },
      { ...b, environment: "Test" },
    ]);
    expect([await toldOf({ test: false }), await toldOf({ test: true })]).toEqual([["a"], ["b"]]);
  });
});
