import { describe, expect, it } from "vitest";
import { createBatcher } from "./batcher";

const fulfilled = <T>(value: T) => ({ status: "fulfilled", value }) as const;

describe("a batcher", () => {
  it("writes one batch at a time, with the items that arrived during the previous one, in order", async () => {
    const batches: number[][] = [];
    let end = () => {};
    const add = createBatcher<number, number>(
      (items) => {
        batches.push([...items]);
        return new Promise((resolve) => {
          end = () => resolve(items.map((item) => fulfilled(item * 2)));
        });
      },
      { waitMs: 0, maxItems: 3 },
    );
    const results = [1, 2].map(add);
    while (batches.length < 1) await new Promise(setImmediate);
    results.push(...[3, 4, 5, 6].map(add));
    for (let batch = 1; batch <= 3; batch += 1) {
      while (batches.length < batch) await new Promise(setImmediate);
      end();
    }
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10, 12]);
    expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
  });

  it("fails a single item or a whole batch, and continues", async () => {
    let batch = 0;
    const add = createBatcher<number, number>(
      async (items) => {
        batch += 1;
        if (batch === 2) throw new Error("all");
        return items.map((item) => (item === 2 ? { status: "rejected", reason: new Error("alone") } : fulfilled(item)));
      },
      { waitMs: 0, maxItems: 2 },
    );
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(add));
    expect(results.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))).toEqual([
      1,
      "Error: alone",
      "Error: all",
      "Error: all",
      5,
    ]);
  });
});
