import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setClockOffset } from "../../lib/clock";
import { idsOf, listenersOfEachTest, recordedFor } from "../../test/listeners";
import { until } from "../../test/until";
import { passWaits } from "../../test/waits";
import { createEvent } from "../../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../../test/webhook-shops";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
/** A loopback address whose ports no other process takes; macOS has only one. */
const host = process.platform === "linux" ? "127.26.11.25" : "127.0.0.1";
const listening = listenersOfEachTest(() => shops.merchantId);
/** The pauses after an unreachable address, and after the first and second failed attempt. */
const PAUSES_MS = [1_000, 3_000];
let waits: ReturnType<typeof passWaits>;
beforeEach(() => {
  waits = passWaits(...PAUSES_MS);
});
afterEach(() => {
  waits.restore();
  setClockOffset(0);
});

describe("the local address", () => {
  it("that is unreachable is waited for and reported once; events stay in order", async () => {
    const gone = await shops.receiver(ok, { host });
    const port = Number(new URL(gone.url).port);
    gone.close();
    const listener = await listening(gone.url);
    await createEvent(shops.merchantId);
    await createEvent(shops.merchantId);
    await until(() => listener.kinds().includes("absent"));
    // At least two more attempts, which are not reported.
    const before = waits.passed();
    await until(() => waits.passed() > before + 2);
    expect(listener.kinds()).toEqual(["opened", "absent"]);
    const back = await shops.receiver(ok, { host, port });
    await until(() => back.received.length === 2);
    expect(idsOf(back.received)).toEqual(await recordedFor(shops.merchantId));
  });

  it("that fails gets an event three times, then the next; a redirect is not followed", async () => {
    const elsewhere = await shops.receiver(ok);
    const desk = await shops.receiver((response, call) => {
      const { type } = JSON.parse(String(call.body));
      // Each attempt is signed with its own time.
      setClockOffset(1_000 * desk.received.length);
      if (type === "payment_request.failed") status(307, { location: elsewhere.url })(response, call);
      else ok(response, call);
    });
    const listener = await listening(desk.url);
    await createEvent(shops.merchantId, { type: "payment_request.failed" });
    await createEvent(shops.merchantId);
    await until(() => desk.received.length === 4);
    await until(() => listener.said.length === 5);
    const [bad, good] = await recordedFor(shops.merchantId);
    expect(idsOf(desk.received)).toEqual([bad, bad, bad, good]);
    expect(new Set(desk.received.slice(0, 3).map(({ headers }) => headers["x-signature"])).size).toBeGreaterThan(1);
    expect(elsewhere.received).toEqual([]);
    expect(listener.said.slice(1)).toMatchObject([
      {
        tries: 1,
        answer: { kind: "refused", status: 307, reason: "redirect (307), not followed" },
        next: { againInMs: 1_000 },
      },
      { tries: 2, next: { againInMs: 3_000 } },
      { tries: 3, next: "on" },
      { tries: 1, answer: { kind: "taken", status: 200, reason: null }, next: "on" },
    ]);
  });

  it("that fails ends the listener with stopOnFailure and gets that event first next time", async () => {
    const desk = await shops.receiver(status(500));
    const first = await listening(desk.url, { stopOnFailure: true });
    await createEvent(shops.merchantId);
    await createEvent(shops.merchantId);
    expect(await first.ended).toEqual({ why: "failure" });
    expect(first.said.at(-1)).toMatchObject({ tries: 3, answer: { reason: "status 500" }, next: "stop" });
    desk.answer = ok;
    await listening(desk.url);
    await until(() => desk.received.length === 5);
    expect(idsOf(desk.received).slice(3)).toEqual(await recordedFor(shops.merchantId));
  });
});
