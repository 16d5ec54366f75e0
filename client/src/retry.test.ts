import { expect, it } from "vitest";
import { isRetried, pause, retryOptions, waitMs } from "./retry.js";

const retry = { attempts: 5, baseMs: 100, maxMs: 1000 };
const least = () => 0;
const most = () => 1;

it("retries 409, 500 and 503, and no other status", () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
  expect(statuses.filter(isRetried)).toEqual([409, 500, 503]);
});

it("doubles the wait up to a limit, and ends after the last attempt", () => {
  const waits = (random: () => number) =>
    [1, 2, 3, 4, 5].map((failed) => waitMs(failed, null, { ...retry, maxMs: 500 }, random));
  expect(waits(most)).toEqual([100, 200, 400, 500, null]);
  expect(waits(least)).toEqual([50, 100, 200, 250, null]);
});

it("ends after five attempts when an option is undefined, and after one when attempts is no number", () => {
  const attemptsOf = (options: Parameters<typeof retryOptions>[0]) =>
    Array.from({ length: 9 }, (_, index) => waitMs(index + 1, null, retryOptions(options))).indexOf(null) + 1;
  const unset = { attempts: undefined, baseMs: undefined, maxMs: undefined } as object;
  expect([undefined, {}, unset, { attempts: 2 }, { attempts: Number.NaN }].map(attemptsOf)).toEqual([5, 5, 5, 2, 1]);
});

it("waits at least as long as Retry-After, with jitter", () => {
  expect(waitMs(1, "1", retry, least)).toBe(1000);
  expect(waitMs(1, "1", retry, most)).toBe(1050);
  expect(waitMs(4, "0", retry, least)).toBe(400);
});

it("ends when Retry-After is longer than the longest wait", () => {
  expect(waitMs(1, "2", retry)).toBeNull();
  expect(waitMs(1, "2", retryOptions())).not.toBeNull();
});

it.each(["soon", "-1", "1.5", "Wed, 21 Oct 2026 07:28:00 GMT", ""])(
  "leaves Retry-After %j to the backoff",
  (header) => {
    expect(waitMs(1, header, retry, most)).toBe(100);
  },
);

it("stops waiting when the call is aborted, before and during the wait", async () => {
  const reason = new Error("given up");
  await expect(pause(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const control = new AbortController();
  const waiting = pause(60_000, control.signal);
  control.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});
