import { withoutOwner } from "./request-slot";

/**
 * Collects what is to be written and writes it together: an item waits `waitMs` for others, or for the batch that is being
 * written, and goes with at most `maxItems`. `write` answers for each item, in their order, or rejects for all of them.
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
      // The batch is of several callers.
      withoutOwner(() => setTimeout(() => void writeAll(), waitMs));
    });
}
