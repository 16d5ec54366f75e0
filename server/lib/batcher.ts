import { withoutOwner } from "./request-slot";

/**
 * Collects the items of one turn of the event loop, for a look-up or an insert of all of them, at most `maxItems` at once.
 * Under load a turn has many, on an idle process one. `work` returns one result for each, in their order; its error is
 * that of all.
 */
export function doTogether<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems }: { maxItems: number },
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  const doAll = () => {
    const all = waiting;
    waiting = [];
    for (let start = 0; start < all.length; start += maxItems) {
      const batch = all.slice(start, start + maxItems);
      work(batch.map(({ item }) => item)).then(
        (results) => {
          for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      );
    }
  };
  return (item) =>
    new Promise((resolve, reject) => {
      // A batch has items of several callers, so it counts for none of them.
      if (waiting.length === 0) withoutOwner(() => setImmediate(doAll));
      waiting.push({ item, resolve, reject });
    });
}

/**
 * Collects items and writes them in batches: an item waits `waitMs`, or for the current batch to finish, and a batch
 * has at most `maxItems`. `write` returns one result for each item, in their order, or rejects for all of them.
 */
export function createBatcher<Item, Result>(
  write: (items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>,
  { waitMs, maxItems }: { waitMs: number; maxItems: number },
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let busy = false;

  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      const results = await write(batch.map(({ item }) => item)).catch((reason: unknown) =>
        batch.map(() => ({ status: "rejected", reason }) as const),
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result?.status === "fulfilled") resolve(result.value);
        else reject(result?.reason);
      }
    }
    busy = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      // A batch has items of several callers, so it counts for none of them.
      withoutOwner(() => setTimeout(() => void writeAll(), waitMs));
    });
}
