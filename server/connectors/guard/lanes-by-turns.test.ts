import { expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { type ReleaseLane, takeLane } from "./lanes";

const LONG_MS = 60_000;

/** A bank with `limit` lanes; `inside`: the merchants of the calls with a lane, in order. */
function newBank(limit: number) {
  const bank = newId();
  const inside: string[] = [];
  const leaves = new Map<string, ReleaseLane[]>();
  const call = (merchant: string, times = 1) => {
    for (let count = 0; count < times; count += 1)
      void takeLane({ bank, merchant, limit, waitMs: LONG_MS }).then((leave) => {
        inside.push(merchant);
        if (leave) leaves.set(merchant, [...(leaves.get(merchant) ?? []), leave]);
      });
  };
  /** Ends one call of the merchant. */
  const end = async (merchant: string) => {
    leaves.get(merchant)?.shift()?.();
    await settled();
  };
  return { inside, call, end };
}

/** Waits until the due calls have started. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const countOf = (inside: readonly string[], merchant: string) => inside.filter((one) => one === merchant).length;

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [16, 12],
])("a single merchant gets %2$i of %1$i lanes", async (limit, most) => {
  const { inside, call } = newBank(limit);
  call("a", 40);
  await settled();
  expect(inside).toHaveLength(most);
});

it("each further merchant gets one of the reserved lanes", async () => {
  const { inside, call } = newBank(16);
  call("a", 40);
  for (const merchant of ["b", "c", "d", "e", "f"]) call(merchant, 2);
  await settled();
  expect(inside.slice(12)).toEqual(["b", "c", "d", "e"]);
});

it("free lanes go to other merchants until the first has half", async () => {
  const { inside, call, end } = newBank(16);
  call("a", 40);
  call("b", 40);
  await settled();
  for (let ended = 0; ended < 4; ended += 1) await end("a");
  expect([countOf(inside, "a"), countOf(inside, "b")]).toEqual([12, 4]);
  // The first has 8 of 16 lanes: now both take turns.
  for (let ended = 0; ended < 4; ended += 1) await end("a");
  expect([countOf(inside, "a"), countOf(inside, "b")]).toEqual([14, 6]);
});

it("merchants take turns, however long the queue of the first is; one merchant's calls keep their order", async () => {
  const { inside, call, end } = newBank(1);
  call("a", 4);
  call("b", 2);
  call("c", 1);
  await settled();
  for (const merchant of ["a", "a", "b", "c", "a", "b"]) await end(merchant);
  expect(inside).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
});

it("control: in order of arrival the other merchants come last", async () => {
  const { inside, call, end } = newBank(1);
  call("all", 4);
  call("all", 2);
  await settled();
  for (let ended = 0; ended < 5; ended += 1) await end("all");
  expect(inside).toHaveLength(6);
});

it("a call that stops waiting takes no lane, and lifts another merchant's limit to half", async () => {
  const bank = newId();
  const take = (merchant: string, waitMs = LONG_MS) => takeLane({ bank, merchant, limit: 1, waitMs });
  const releaseLane = await take("a");
  expect(await take("b", 1)).toBeNull();
  const next = take("a");
  releaseLane?.();
  releaseLane?.();
  (await next)?.();
  expect(await take("b")).not.toBeNull();
});
