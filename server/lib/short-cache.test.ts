import { afterEach, expect, it } from "vitest";
import { setClockOffset } from "./clock";
import { shortCache } from "./short-cache";

afterEach(() => setClockOffset(0));

it("believes a look-up for half a second, and being asked does not make it longer", () => {
  const cache = shortCache<string>();
  cache.put("k", "v");
  setClockOffset(400);
  expect(cache.get("k")).toBe("v");
  setClockOffset(600);
  expect(cache.get("k")).toBeUndefined();
});
