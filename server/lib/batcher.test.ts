import { describe, expect, it } from "vitest";
import { createBatcher, doTogether } from "./batcher";

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

describe("items that are done together", () => {
  it("are one call in each turn of the event loop, of at most maxItems, with a result each", async () => {
    const reads: number[][] = [];
    const find = doTogether<number, number>(
      async (items) => {
        reads.push([...items]);
        return items.map((item) => item * 2);
      },
      { maxItems: 2 },
    );
    const first = Promise.all([1, 2, 3].map(find));
    await new Promise(setImmediate);
    expect(await Promise.all([first, find(4)])).toEqual([[2, 4, 6], 8]);
    expect(reads).toEqual([[1, 2], [3], [4]]);
  });

  it("fail together with their call, and the next call does not", async () => {
    let read = 0;
    const find = doTogether<number, number>(
      async (items) => {
        read += 1;
        if (read === 1) throw new Error("lost");
        return items;
      },
      { maxItems: 10 },
    );
    const failed = await Promise.allSettled([find(1), find(2)]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await find(3)).toBe(3);
  });
});
