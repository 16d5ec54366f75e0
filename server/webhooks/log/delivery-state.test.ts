import { expect, it } from "vitest";
import { deliveryStateOf } from "./delivery-state";

const at = new Date("2026-11-22T22:16:00Z");
const waiting = {
  status: "waiting",
  tries: 0,
  inFlight: false,
  priority: false,
  disabledAt: null,
  pausedAt: null,
  circuitOpenedAt: null,
};

it.each([
  ["delivered", { status: "delivered", tries: 1, pausedAt: at }],
  ["failed", { status: "failed", tries: 10, circuitOpenedAt: at }],
  ["no_endpoint", { status: "no_destination" }],
  ["pending", {}],
  ["retrying", { tries: 3 }],
  ["sending", { inFlight: true, pausedAt: at }],
  ["endpoint_disabled", { tries: 2, disabledAt: at }],
  ["endpoint_disabled", { disabledAt: at, pausedAt: at, priority: true }],
  ["failed", { status: "failed", disabledAt: at }],
  ["endpoint_paused", { pausedAt: at }],
  ["endpoint_paused", { tries: 3, pausedAt: at, circuitOpenedAt: at }],
  ["endpoint_failing", { circuitOpenedAt: at }],
  ["endpoint_failing", { tries: 3, circuitOpenedAt: at }],
  ["pending", { priority: true, pausedAt: at }],
  ["retrying", { priority: true, tries: 3, circuitOpenedAt: at }],
])("the state of a delivery is %s with %j", (state, facts) => {
  expect(deliveryStateOf({ ...waiting, ...facts })).toBe(state);
});
