import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import type { RequestSlot } from "../../lib/request-slot";
import { until } from "../../test/until";
import { SLOT_LIMITS, type SlotCaller, type SlotClass, type SlotLimits } from "./slot-limits";
import { Slots } from "./slots";

const merchant = (id: string, credential = id): SlotCaller => ({ owner: `merchant:${id}`, credential });
const anonymous = (address: string): SlotCaller => ({ owner: `address:${address}`, credential: null });

/** Slots whose requests are played: `ask` notes in `begun` when one begins, and returns how to end it. */
function played(limits: Partial<SlotLimits> = {}, utilization = () => 1) {
  const slots = new Slots({ ...SLOT_LIMITS, activeMs: 0, ...limits }, utilization);
  const begun: string[] = [];
  const refused: string[] = [];
  const held: { name: string; slot: RequestSlot }[] = [];
  const ask = async (name: string, caller: SlotCaller, more: { class?: SlotClass; response?: EventEmitter } = {}) => {
    const slot = await slots.take({ caller, class: more.class ?? null }, more.response ?? new EventEmitter());
    if (!slot) return void refused.push(name);
    begun.push(name);
    held.push({ name, slot });
  };
  const end = async (count = 1) => {
    for (const { slot } of held.splice(0, count)) slot.release();
    await settled();
  };
  return { slots, begun, refused, held, ask, end };
}

/** Some turns of the event loop: who waits is called in the next one. */
async function settled(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function flood(of: ReturnType<typeof played>, caller: SlotCaller, count: number, name = caller.owner) {
  for (let n = 0; n < count; n++) void of.ask(name, caller);
  await settled();
}

it("100 requests of one credential: 16 hold slots, 84 are queued, and all start eventually", async () => {
  const all = played();
  await flood(all, merchant("a"), 100);
  expect(all.slots.counts).toEqual({ held: 16, queued: 84 });
  while (all.held.length > 0) await all.end();
  expect([all.begun.length, all.refused.length, all.slots.counts]).toEqual([100, 0, { held: 0, queued: 0 }]);
});

it("an anonymous address holds at most 8 slots, and all anonymous callers at most 48 of 64", async () => {
  const all = played();
  for (let n = 0; n < 10; n++) await flood(all, anonymous(`192.0.2.${n}`), 20);
  expect(all.slots.counts).toEqual({ held: 48, queued: 152 });
  await flood(all, merchant("a"), 1);
  expect(all.begun.at(-1)).toBe("merchant:a");
});

it("all credentials of one owner hold at most 32 slots", async () => {
  const all = played();
  for (let n = 0; n < 5; n++) await flood(all, merchant("a", `credential ${n}`), 10);
  expect(all.slots.counts).toEqual({ held: 32, queued: 18 });
});

it("queued owners are served in turn: ten requests of one do not precede the first of another", async () => {
  const all = played({ all: 1 });
  await flood(all, merchant("first"), 1);
  await flood(all, merchant("busy"), 10);
  await flood(all, merchant("late"), 2);
  await flood(all, merchant("later"), 1);
  for (let n = 0; n < 6; n++) await all.end();
  expect(all.begun.map((name) => name.slice("merchant:".length))).toEqual([
    "first",
    "busy",
    "late",
    "later",
    "busy",
    "late",
    "busy",
  ]);
});

it.each([
  ["anonymous: it has three of four turns, and they the fourth", anonymous, [1, 2, 3, 5, 6, 7]],
  // The control: where both have a credential, each of the crowd has a turn before the merchant's next.
  ["other merchants: each owner has a turn", merchant, [41, 82, 83, 84, 85, 86]],
])("a merchant's six requests queue behind a crowd of 40 %s", async (_what, crowd, expected) => {
  const all = played({ all: 1 });
  await flood(all, merchant("first"), 1);
  for (let n = 0; n < 40; n++) await flood(all, crowd(`192.0.2.${n}`), 2, "crowd");
  await flood(all, merchant("a"), 6, "a");
  for (let n = 0; n < 86; n++) await all.end();
  expect(all.begun.flatMap((name, turn) => (name === "a" ? [turn] : []))).toEqual(expected);
  expect(all.begun).toHaveLength(87);
});

it("an anonymous request does not overtake a queued authenticated one when a slot is released", async () => {
  const all = played({ all: 1 });
  await flood(all, merchant("first"), 1);
  await flood(all, merchant("a"), 1, "a");
  const ended = all.end();
  void all.ask("anonymous", anonymous("192.0.2.1"));
  await ended;
  expect(all.begun).toEqual(["merchant:first", "a"]);
});

const CROWDED = { activeMs: 60_000, workMs: 60_000 };

it("while another owner is active and the processor is busy, an owner's share is 1; alone it is 16, an address's 8", async () => {
  const crowded = played(CROWDED);
  await flood(crowded, merchant("quiet"), 1);
  await flood(crowded, merchant("busy"), 100);
  await flood(crowded, anonymous("192.0.2.1"), 100);
  const heldBy = (owner: string) => crowded.held.filter(({ slot }) => slot.owner === owner).length;
  expect([heldBy("merchant:busy"), heldBy("address:192.0.2.1")]).toEqual([1, 1]);

  const alone = played(CROWDED);
  await flood(alone, anonymous("192.0.2.1"), 100);
  expect(alone.slots.counts.held).toBe(8);
});

it("while the processor has time, the share goes up to 8", async () => {
  const crowded = played(CROWDED, () => 0.1);
  await flood(crowded, merchant("quiet"), 1);
  for (let sample = 0; sample < 12; sample++) {
    await flood(crowded, merchant("busy"), 2);
    await new Promise((resolve) => setTimeout(resolve, 55));
    // Asked for again, so that the share is looked at.
    await flood(crowded, merchant("busy"), 1);
  }
  const held = crowded.held.filter(({ slot }) => slot.owner === "merchant:busy").length;
  expect(held).toBe(8);
});

it("a request older than workMs does not count towards the share", async () => {
  const crowded = played({ activeMs: 60_000, workMs: 20 });
  await flood(crowded, merchant("quiet"), 1);
  await flood(crowded, merchant("busy"), 3);
  expect(crowded.begun).toHaveLength(2);
  await until(() => crowded.begun.length === 4);
});

it("another owner's request waits for one of 100 immediate requests and not for all", async () => {
  const run = async (limits: Partial<SlotLimits>) => {
    const all = played(limits);
    const answeredAtOnce = async (name: string, caller: SlotCaller) => {
      await all.ask(name, caller);
      all.held.pop()?.slot.release();
    };
    await answeredAtOnce("quiet", merchant("quiet"));
    const work = Array.from({ length: 100 }, () => answeredAtOnce("busy", merchant("busy")));
    await settled(2);
    work.push(answeredAtOnce("quiet", merchant("quiet")));
    await Promise.all(work);
    return all.begun.lastIndexOf("quiet");
  };
  expect(await run(CROWDED)).toBeLessThan(10);
  expect(await run({ activeMs: 0, all: 1_000, owner: 1_000, credential: 1_000 })).toBe(101);
});

it("a request that waits for a bank holds no slot, up to 64 of one owner", async () => {
  const all = played();
  const caller = anonymous("192.0.2.1");
  for (let n = 0; n < 80; n++) {
    void all.ask("bank", caller);
    await settled();
    all.held.at(-1)?.slot.pause();
  }
  // 64 wait without a slot; the next eight keep theirs; what is left is queued.
  expect([all.begun.length, all.slots.counts]).toEqual([72, { held: 8, queued: 8 }]);
  await all.end(64);
  expect(all.slots.counts).toEqual({ held: 8, queued: 8 });
});

it("a class of requests has its own limit, which does not delay the caller's other requests", async () => {
  const exports_ = { name: "export", own: 1, all: 2 };
  const all = played();
  for (const id of ["a", "b", "c"])
    for (let n = 0; n < 2; n++) void all.ask(`${id} export`, merchant(id), { class: exports_ });
  await settled();
  expect(all.begun).toEqual(["a export", "b export"]);
  await flood(all, merchant("a"), 1, "a list");
  expect(all.begun).toEqual(["a export", "b export", "a list"]);
  await all.end();
  expect(all.begun.at(-1)).toBe("c export");
});

it("a full queue of one owner rejects at once; a full process drops from the longest queue", async () => {
  const all = played({ all: 1, queue: { own: 3, all: 5 } });
  await flood(all, merchant("first"), 1);
  await flood(all, merchant("a"), 4, "a");
  expect(all.refused).toEqual(["a"]);
  await flood(all, merchant("b"), 2, "b");
  await flood(all, merchant("c"), 1, "c");
  expect(all.refused).toEqual(["a", "a"]);
  expect(all.slots.counts).toEqual({ held: 1, queued: 5 });
});

it("when anonymous requests fill the queue, an authenticated request displaces one, and an anonymous request none", async () => {
  const all = played({ all: 1, queue: { own: 3, all: 5 } });
  await flood(all, merchant("first"), 1);
  for (let n = 0; n < 5; n++) await flood(all, anonymous(`192.0.2.${n}`), 1, "anonymous");
  await flood(all, anonymous("192.0.2.9"), 1, "late anonymous");
  expect(all.refused).toEqual(["late anonymous"]);
  await flood(all, merchant("a"), 1, "a");
  expect(all.refused).toEqual(["late anonymous", "anonymous"]);
  expect(all.slots.counts).toEqual({ held: 1, queued: 5 });
  await all.end(6);
  for (let n = 0; n < 5; n++) await all.end();
  expect(all.begun).toContain("a");
});

it("a request queued for longer than waitMs is rejected, and one whose caller disconnected leaves the queue", async () => {
  const all = played({ all: 1, waitMs: 20 });
  await flood(all, merchant("first"), 1);
  const response = new EventEmitter();
  const hungUp = all.ask("hung up", merchant("a"), { response });
  const late = all.ask("late", merchant("a"));
  response.emit("close");
  await hungUp;
  expect(all.slots.counts.queued).toBe(1);
  await late;
  expect([all.refused, all.slots.counts]).toEqual([["hung up", "late"], { held: 1, queued: 0 }]);
});

it("control: without limits, one caller's 100 requests all start before another's first", async () => {
  const free = { all: 1_000, owner: 1_000, credential: 1_000, address: 1_000 };
  const all = played(free);
  await flood(all, merchant("busy"), 100);
  await flood(all, merchant("late"), 1);
  expect(all.begun.indexOf("merchant:late")).toBe(100);
});
