import { describe, expect, it } from "vitest";
import { fingerprint } from "../tenancy/matrix";
import { MERCHANTS, type MerchantName } from "../tenancy/rules";
import { marksOf } from "../tenancy/world";
import { CALLS, callAs, inputOf, type Outcome } from "./cells";
import type { AnyPlan } from "./plan";
import { PLANS } from "./plans";
import { type ConsolePerson, consoleWorldOfThisFile, personNamed, ROW_TIMEOUT_MS, unknownShop } from "./world";

/** The callers, and the merchants that they may read. */
const REACH = [
  ["owner of the merchant", ["alpha"]],
  ["owner of the partner", ["alpha", "sibling"]],
  ["owner of the platform", ["alpha", "sibling", "bravo"]],
] as const satisfies [string, MerchantName[]][];

const world = consoleWorldOfThisFile();
let turn = 0;

/** The content of a response, independent of order. */
function textOf(outcome: Outcome): string {
  return JSON.stringify(outcome, (_key, value) => (typeof value === "bigint" ? String(value) : value));
}

/** Whether an input contains ids of a shop's objects, which could be another shop's. */
async function namesThings(plan: AnyPlan): Promise<boolean> {
  let named = false;
  const watched = new Proxy(unknownShop(), {
    get(shop, key) {
      if (key !== "merchantId" && key !== "partnerId") named = true;
      return Reflect.get(shop, key);
    },
  });
  await Promise.resolve(plan.input?.(watched, turn++)).catch(() => undefined);
  return named;
}

type Call = typeof callAs;

/** How calls with other merchants' ids differ from calls with unknown ids; and whether they changed anything. */
async function foreignFaults(path: string, plan: AnyPlan, call: Call): Promise<string[]> {
  const { alpha } = world.shops;
  // Both merchants belong to the partner.
  const foreignShops = plan.at === "partner" ? (["bravo"] as const) : (["sibling", "bravo"] as const);
  const pairs: { label: string; person: ConsolePerson; foreign: object; unknown: object }[] = [];
  for (const [name] of REACH) {
    for (const things of foreignShops) {
      const foreign = await inputOf(plan, alpha, world.shops[things], turn);
      const unknown = await inputOf(plan, alpha, unknownShop(), turn++);
      pairs.push({ label: `${name}, ${things}'s`, person: personNamed(name, world), foreign, unknown });
    }
  }
  const faults: string[] = [];
  const before = await fingerprint();
  for (const { label, person, foreign, unknown } of pairs) {
    const [ofForeign, ofUnknown] = [await call(person, path, foreign), await call(person, path, unknown)];
    if (textOf(ofForeign) !== textOf(ofUnknown))
      faults.push(`${label}: ${textOf(ofForeign)}, not ${textOf(ofUnknown)}`);
    const code = "code" in ofForeign ? ofForeign.code : "nothing";
    if (code !== plan.foreign) faults.push(`${label}: ${code}, expected ${plan.foreign}`);
  }
  const after = await fingerprint();
  const changed = [...after].filter(([table, content]) => before.get(table) !== content).map(([table]) => table);
  return changed.length > 0 ? [...faults, `something has changed: ${changed.join(", ")}`] : faults;
}

describe("another merchant's objects", () => {
  const placed = CALLS.filter(([, { at }]) => at === "merchant" || at === "partner");

  it.each(placed)("%s: its plan has an expectation if it takes an id", async (_path, plan) => {
    expect(plan.foreign !== undefined || !(await namesThings(plan))).toBe(true);
  });

  it.each(placed.filter(([, { foreign }]) => foreign !== undefined))(
    "%s: return the response of an unknown id, and stay unchanged",
    async (path, plan) => {
      expect(await foreignFaults(path, plan, callAs)).toEqual([]);
    },
    ROW_TIMEOUT_MS,
  );

  it("control: a procedure without tenancy, or with an effect despite a refusal, is detected", async () => {
    const { bravo } = world.shops;
    const withoutTenancy: Call = (_person, path, input) =>
      callAs(personNamed("owner of the platform", world), path, { ...input, merchantId: bravo.merchantId });
    const read = await foreignFaults("paymentLinks.get", PLANS["paymentLinks.get"], withoutTenancy);
    expect(read).toContainEqual("owner of the merchant, bravo's: nothing, expected PAYMENT_LINK_NOT_FOUND");
    const behind: Call = async (person, path, input) => {
      await withoutTenancy(person, path, input);
      return callAs(person, path, input);
    };
    const plan = PLANS["webhooks.endpoints.rotate"];
    const changed = await foreignFaults("webhooks.endpoints.rotate", plan, behind);
    expect(changed).toEqual([expect.stringMatching(/^something has changed: .*webhook_endpoints/)]);
  });
});

/** Markers of merchants in responses to people without access to them. */
async function leaks(path: string, plan: AnyPlan, call: Call): Promise<string[]> {
  const { alpha } = world.shops;
  const answers: [readonly MerchantName[], string][] = [];
  for (const [name, reach] of REACH) {
    const outcome = await call(personNamed(name, world), path, await inputOf(plan, alpha, alpha, turn++));
    answers.push([reach, textOf(outcome).toLowerCase()]);
  }
  const marks = await marksOf(world);
  return answers.flatMap(([reach, text]) =>
    MERCHANTS.filter((name) => !reach.includes(name)).flatMap((name) =>
      marks[name].filter((mark) => text.includes(mark.toLowerCase())),
    ),
  );
}

describe("a response", () => {
  it.each(CALLS)(
    "%s: contains no data of a merchant that the caller may not read",
    async (path, plan) => {
      expect(await leaks(path, plan, callAs)).toEqual([]);
    },
    ROW_TIMEOUT_MS,
  );

  it("control: a response with another merchant's data is detected", async () => {
    const { bravo } = world.shops;
    const ofBravo: Call = (_person, path, input) =>
      callAs(personNamed("owner of the platform", world), path, { ...input, merchantId: bravo.merchantId });
    expect(await leaks("paymentLinks.list", PLANS["paymentLinks.list"], ofBravo)).toContain(bravo.linkId);
  });
});
