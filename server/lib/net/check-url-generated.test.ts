import { describe, expect, it } from "vitest";
import { type Hostile, hostileAddresses, KINDS, publicAddresses } from "../../../verification/drills/hostile-addresses";
import { isForbiddenAddress } from "../../../verification/drills/hostile-targets";
import { naiveTarget } from "../../../verification/drills/processes/naive-reader";
import { checkUrl, type Guard, parseTarget, resolveChecked } from "./check-url";

const COUNT = 10_000;
const SEED = Number(process.env["GUARD_SEED"] ?? 1);
const hostile = hostileAddresses(COUNT, SEED);

/** The DNS at the time of the connection: a rebound name resolves to its second address. */
const guardFor = ({ zone }: Hostile): Guard => ({ allow: [], resolve: async () => zone?.answers ?? [] });

/** The addresses that a program without a guard would connect to. */
function reached({ url, zone }: Hostile): string[] {
  const target = naiveTarget(url);
  if (!target) return [];
  return zone ? zone.answers : [target.host];
}

/** The checks of `safeFetch`: the text, then every resolved address. */
async function connects({ url, zone }: Hostile): Promise<boolean> {
  const target = parseTarget(url, []);
  if (!target.ok) return false;
  if (target.literal !== null) return true;
  return (await resolveChecked(target.url.hostname, target.port, guardFor({ kind: "", url, zone }))).ok;
}

describe(`${COUNT} generated URLs of forbidden networks (seed ${SEED})`, () => {
  it("are of every kind and different, and each reaches a forbidden network without a guard", () => {
    expect(new Set(hostile.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(new Set(hostile.map(({ url }) => url)).size).toBeGreaterThan(COUNT * 0.9);
    expect(hostile.filter((one) => !reached(one).some(isForbiddenAddress)).map(({ kind, url }) => [kind, url])).toEqual(
      [],
    );
  });

  it("are all refused at save and at the connection", async () => {
    const through: string[] = [];
    for (const one of hostile) {
      const saved = await checkUrl(one.url, guardFor(one));
      if (saved.ok || (await connects(one))) through.push(`${one.kind}: ${one.url}`);
    }
    expect(through).toEqual([]);
  });

  it("control: include public addresses in the list of networks", () => {
    const open = publicAddresses(1_000, SEED).flatMap(reached);
    expect(open.filter(isForbiddenAddress)).toEqual([]);
    expect(open.length).toBeGreaterThan(999);
  });

  it("control: with public addresses are accepted", async () => {
    const refused: string[] = [];
    for (const one of publicAddresses(1_000, SEED))
      if (!(await checkUrl(one.url, guardFor(one))).ok || !(await connects(one))) refused.push(one.url);
    expect(refused).toEqual([]);
  });
});
