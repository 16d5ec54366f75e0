import { describe, expect, it } from "vitest";
import { setUpSteps } from "./set-up-steps";

type GoLive = Parameters<typeof setUpSteps>[0]["goLive"];
const goLive = (states: Partial<Record<GoLive[number]["key"], GoLive[number]["state"]>>): GoLive =>
  (["created", "webhook", "cancel", "origins", "credential", "bank"] as const).map((key) => ({
    ...{ key, state: states[key] ?? "missing", proof: null, why: null },
  }));
const done = (given: Partial<Parameters<typeof setUpSteps>[0]>) =>
  setUpSteps({ hasPayment: false, goLive: goLive({}), ...given }).map(({ isDone }) => isDone);

describe("the steps of a new merchant", () => {
  it("are all open without a recorded fact", () => {
    expect(done({})).toEqual([false, false, false, false]);
  });

  it("are each done by their own fact", () => {
    expect(done({ hasPayment: true })).toEqual([true, false, false, false]);
    const testOnly = goLive({}).map((one) => (one.key === "credential" ? { ...one, why: "For test payments." } : one));
    expect(done({ goLive: testOnly })).toEqual([false, true, false, false]);
    expect(done({ goLive: goLive({ created: "proven" }) })).toEqual([false, true, false, false]);
    for (const key of ["webhook", "cancel"] as const) {
      expect(done({ goLive: goLive({ [key]: "proven" }) })).toEqual([false, false, true, false]);
    }
  });

  it("lead from a webhook that is missing to a new endpoint, and with an endpoint to a payment", () => {
    const third = (why: string | null) => {
      const steps = goLive({}).map((one) => (one.key === "webhook" ? { ...one, why } : one));
      return setUpSteps({ hasPayment: true, goLive: steps })[2];
    };
    expect(third(null)).toMatchObject({ action: "Add endpoint", href: "/console/webhooks" });
    const sent = third("Your endpoint has not received it yet.");
    expect(sent).toMatchObject({ action: "Simulate a payment", href: "/console/try-it", isDone: false });
  });

  it("end with the checks before live payments, of which those that are not needed do not count", () => {
    const some = goLive({ created: "proven", webhook: "proven", cancel: "proven", origins: "unneeded" });
    expect(setUpSteps({ hasPayment: true, goLive: some }).at(-1)).toMatchObject({
      ...{ isDone: false, aside: "2 of 5 checks left" },
    });
    const all = goLive({ ...{ created: "proven", webhook: "proven", cancel: "proven" }, origins: "unneeded" }).map(
      (step) => (step.state === "missing" ? { ...step, state: "proven" as const } : step),
    );
    expect(done({ hasPayment: true, goLive: all })).toEqual([true, true, true, true]);
  });
});
