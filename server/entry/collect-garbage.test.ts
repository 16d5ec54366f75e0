import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { until } from "../test/until";
import { collectGarbage } from "./collect-garbage";

/** References to objects that nothing else refers to. A WeakRef keeps its object until the end of the task. */
async function released(): Promise<WeakRef<object>[]> {
  const refs = Array.from({ length: 10 }, () => new WeakRef({}));
  await setImmediate();
  return refs;
}
const kept = (refs: readonly WeakRef<object>[]) => refs.filter((ref) => ref.deref() !== undefined).length;

it("frees what nothing refers to before it resolves; control: without it nothing is freed at once", async () => {
  const refs = await released();
  await collectGarbage();
  expect(kept(refs)).toBe(0);
  // V8 may collect by itself just then, though seldom.
  await until(async () => kept(await released()) === 10);
});
