import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deflateSync, inflate } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sizeOf } from "../../../../verification/depth";
import { png } from "../../../test/pictures";
import { checkLogo } from "./check-logo";
import { DECODE_SLOTS, inDecodeSlot } from "./decode-slots";

const MIB = 1_048_576;
const BOUND_BYTES = 150 * MIB;
const SIDE_PX = 1_024;
/** The largest picture that is decompressed: 4 MiB of zeros, in a file of 4 KiB. */
const PIXELS = deflateSync(Buffer.alloc((1 + SIDE_PX * 4) * SIDE_PX));
const LARGEST = png({ width: SIDE_PX, height: SIDE_PX, pixels: PIXELS });
/** The attack's picture: 32 MiB in a file of 32 KiB. */
const SIXTEEN_BITS = png({ width: 2_048, height: 2_048, depth: 16, pixels: deflateSync(Buffer.alloc(33_000_000)) });
const settled = (answers: PromiseSettledResult<unknown>[], status: "fulfilled" | "rejected") =>
  answers.filter((answer) => answer.status === status).length;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Buffer bytes. Garbage counts until it is collected, late on a busy machine: a value above the limit is taken again. */
function bufferBytes(before: number): number {
  const bytes = process.memoryUsage().arrayBuffers - before;
  if (bytes <= BOUND_BYTES) return bytes;
  collectGarbage();
  return process.memoryUsage().arrayBuffers - before;
}

/** The peak of buffer bytes above the start while `work` runs, measured between its steps. */
async function peakBytes(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let [most, isOver] = [0, false];
  const watch = (async () => {
    while (!isOver) {
      most = Math.max(most, bufferBytes(before));
      await new Promise(setImmediate);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await watch;
  return most;
}

const PICTURES = sizeOf("pictures at once");

describe("many pictures at once that unpack to a thousand times their size", () => {
  it("are all answered, and use less than 150 MiB", async () => {
    let answers: PromiseSettledResult<unknown>[] = [];
    const sent = Array.from({ length: PICTURES }, (_, at) => (at % 2 === 0 ? LARGEST : SIXTEEN_BITS));
    const most = await peakBytes(async () => {
      answers = await Promise.allSettled(
        sent.map((bytes, at) => inDecodeSlot(`merchant ${at % 7}`, () => checkLogo(bytes))),
      );
    });
    expect([settled(answers, "fulfilled"), settled(answers, "rejected")]).toEqual([PICTURES / 2, PICTURES / 2]);
    expect(most).toBeLessThan(BOUND_BYTES);
  });

  it("control: use more than that if each is decompressed completely and none waits", async () => {
    const most = await peakBytes(() => Promise.all(Array.from({ length: 60 }, () => promisify(inflate)(PIXELS))));
    expect(most).toBeGreaterThan(BOUND_BYTES);
  });
});

describe("slots", () => {
  it("run one picture of a merchant and two in all, and none waits behind another merchant's", async () => {
    const running: string[] = [];
    const started: string[] = [];
    let [most, mostOfOne] = [0, 0];
    const decode = (merchantId: string) => async () => {
      started.push(merchantId);
      running.push(merchantId);
      most = Math.max(most, running.length);
      mostOfOne = Math.max(mostOfOne, running.filter((id) => id === merchantId).length);
      await new Promise(setImmediate);
      running.splice(running.indexOf(merchantId), 1);
    };
    await Promise.all(["a", "a", "a", "a", "b", "c"].map((id) => inDecodeSlot(id, decode(id))));
    expect([most, mostOfOne]).toEqual([DECODE_SLOTS.total, DECODE_SLOTS.ofMerchant]);
    expect(started.slice(0, 2)).toEqual(["a", "b"]);
    expect(started).toHaveLength(6);
    expect(started.indexOf("c")).toBeLessThan(started.lastIndexOf("a"));
  });

  it("are free again after a picture that is refused", async () => {
    const refused = Array.from({ length: 5 }, () => inDecodeSlot("a", () => checkLogo(SIXTEEN_BITS)));
    expect(settled(await Promise.allSettled(refused), "rejected")).toBe(5);
    await expect(inDecodeSlot("a", () => checkLogo(LARGEST))).resolves.toMatchObject({ width: SIDE_PX });
  });
});
