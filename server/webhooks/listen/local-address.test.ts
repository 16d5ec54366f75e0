import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setClockOffset } from "../../lib/clock";
import { idsOf, listenersOfEachTest, recordedFor } from "../../test/listeners";
import { until } from "../../test/until";
import { passWaits } from "../../test/waits";
import { happen } from "../../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../../test/webhook-shops";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
/** Where nobody else takes a port that was left for a while; a Mac has no more than the one loopback. */
const host = process.platform === "linux" ? "127.26.11.25" : "127.0.0.1";
const listening = listenersOfEachTest(() => shops.merchantId);
/** After a try: to an address that is not there, and after the first and the second answer that was not 2xx. */
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
  it("that is not there is waited for, said once; the event is kept, and those behind it in order", async () => {
    const gone = await shops.receiver(ok, { host });
    const port = Number(new URL(gone.url).port);
    gone.close();
    const listener = await listening(gone.url);
    await happen(shops.merchantId);
    await happen(shops.merchantId);
    await until(() => listener.kinds().includes("absent"));
    // Two tries more at least, which are not reported.
    const before = waits.passed();
    await until(() => waits.passed() > before + 2);
    expect(listener.kinds()).toEqual(["opened", "absent"]);
    const back = await shops.receiver(ok, { host, port });
    await until(() => back.received.length === 2);
    expect(idsOf(back.received)).toEqual(await recordedFor(shops.merchantId));
  });

  it("that takes no event is told three times, then of the next; a redirect is not followed", async () => {
    const elsewhere = await shops.receiver(ok);
    const desk = await shops.receiver((response, call) => {
      const { type } = JSON.parse(String(call.body));
      // The time that passes between two tries: each is signed at its own.
      setClockOffset(1_000 * desk.received.length);
      if (type === "payment_request.failed") status(307, { location: elsewhere.url })(response, call);
      else ok(response, call);
    });
    const listener = await listening(desk.url);
    await happen(shops.merchantId, { type: "payment_request.failed" });
    await happen(shops.merchantId);
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

  it("that takes no event ends the listener where that was asked for, and gets that event first next time", async () => {
    const desk = await shops.receiver(status(500));
    const first = await listening(desk.url, { stopOnFailure: true });
    await happen(shops.merchantId);
    await happen(shops.merchantId);
    expect(await first.ended).toEqual({ why: "failure" });
    expect(first.said.at(-1)).toMatchObject({ tries: 3, answer: { reason: "status 500" }, next: "stop" });
    desk.answer = ok;
    await listening(desk.url);
    await until(() => desk.received.length === 5);
    expect(idsOf(desk.received).slice(3)).toEqual(await recordedFor(shops.merchantId));
  });
});
