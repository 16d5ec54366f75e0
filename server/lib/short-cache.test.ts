import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setClockOffset } from "./clock";
import { currentOwner, type RequestSlot, runWithSlot } from "./request-slot";
import { shortCache, singleFlight } from "./short-cache";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
  setClockOffset(0);
});

/** A counted look-up that the test resolves. */
function lookUp() {
  const asked: Array<(value: string | null) => void> = [];
  return { asked, load: () => new Promise<string | null>((resolve) => asked.push(resolve)) };
}

it("shortCache() keeps a value for 500 ms, not extended by reads", async () => {
  const cache = shortCache<string>();
  await cache.find("k", async () => "first");
  setClockOffset(499);
  expect(await cache.find("k", async () => "second")).toBe("first");
  setClockOffset(500);
  expect(await cache.find("k", async () => "second")).toBe("second");
});

it("shortCache() counts from the start of the look-up", async () => {
  const cache = shortCache<string>();
  const { asked, load } = lookUp();
  const slow = cache.find("k", load);
  setClockOffset(500);
  asked[0]?.("old");
  expect(await slow).toBe("old");
  expect(await cache.find("k", async () => "new")).toBe("new");
});

it("shortCache() does not keep a failure", async () => {
  const cache = shortCache<string>();
  expect(await cache.find("k", async () => null)).toBeNull();
  expect(await cache.find("k", async () => "found")).toBe("found");
});

it("shortCache() shares a look-up between concurrent readers, but not with a transaction", async () => {
  const cache = shortCache<string>();
  const { asked, load } = lookUp();
  const answers = [cache.find("k", load), cache.find("k", load), cache.find("k", load, { alone: true })];
  expect(asked).toHaveLength(2);
  for (const answer of asked) answer("v");
  expect(await Promise.all(answers)).toEqual(["v", "v", "v"]);
});

it("shortCache() forgets a key, also during its look-up", async () => {
  const cache = shortCache<string>();
  await cache.find("k", async () => "old");
  cache.forget("k");
  const { asked, load } = lookUp();
  const slow = cache.find("k", load);
  cache.forget("k");
  expect(await cache.find("k", async () => "new")).toBe("new");
  asked[0]?.("old");
  expect(await slow).toBe("old");
  expect(await cache.find("k", async () => "newer")).toBe("new");
});

it("shortCache() fails for concurrent readers only", async () => {
  const once = singleFlight<string>();
  const failing = () => Promise.reject(new Error("of the test"));
  const answers = await Promise.allSettled([once("k", failing), once("k", failing)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await once("k", async () => "again")).toBe("again");
});

it("shortCache() runs a look-up outside the readers' slots, or within the share of its only caller", async () => {
  const slot: RequestSlot = { owner: "merchant:a", release: () => undefined, pause: () => null };
  const owner = async () => currentOwner() ?? "none";
  const cache = shortCache<string>();
  const [shared, own] = [singleFlight<string>(), singleFlight<string>({ ofOneCaller: true })];
  const owners = await runWithSlot(slot, () =>
    Promise.all([shared("k", owner), cache.find("k", owner), own("k", owner)]),
  );
  expect(owners).toEqual(["none", "none", "merchant:a"]);
});

it("shortCache() keeps a value for 500 ms also when the machine's clock is set back", async () => {
  const cache = shortCache<string>();
  await cache.find("k", async () => "first");
  vi.setSystemTime(Date.now() - 600_000);
  vi.advanceTimersByTime(500);
  expect(await cache.find("k", async () => "second")).toBe("second");
});
