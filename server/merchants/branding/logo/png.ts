import { crc32, createInflate } from "node:zlib";
import { animatedError, checkSides, damagedError, logoError, type StrippedLogo } from "./logo-rules";

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;
/**
 * The chunks that are needed to draw the picture and its colours, each with its largest length, so that they can't
 * carry other data. Texts, times, EXIF, colour profiles and unknown chunks are removed.
 */
const KEPT: ReadonlyMap<string, number> = new Map([
  ["IHDR", 13],
  ["PLTE", 768],
  ["tRNS", 256],
  ["cHRM", 32],
  ["gAMA", 4],
  ["sRGB", 1],
  ["sBIT", 4],
  ["IDAT", Number.POSITIVE_INFINITY],
  ["IEND", 0],
]);
/** Samples per pixel by colour type, and the allowed bits per sample (PNG, 3rd edition, table 11.1). */
const COLOUR_TYPES: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** Browsers draw 8 bits a sample; 16 would double the size to decode. */
const MAX_DEPTH_BITS = 8;
/** The size of a decoded block in memory. */
const UNPACKED_CHUNK_BYTES = 16_384;
/** An interlaced picture is seven small ones, whose lines are each rounded up to bytes. */
const INTERLACE_PASSES = 7;

type Chunk = { type: string; data: Buffer; whole: Buffer };

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_FRAME_BYTES <= bytes.length) {
    const end = at + CHUNK_FRAME_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length) throw damagedError();
    const whole = bytes.subarray(at, end);
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) throw damagedError();
    yield { type: whole.toString("latin1", 4, 8), data: whole.subarray(8, -4), whole };
    at = end;
  }
}

/** Reads a PNG (W3C, Portable Network Graphics, 3rd edition) up to its end; trailing bytes are ignored. */
export async function stripPng(given: Uint8Array): Promise<StrippedLogo> {
  const bytes = Buffer.from(given);
  const kept: Chunk[] = [];
  for (const chunk of chunksOf(bytes)) {
    if (chunk.type === "acTL") throw animatedError();
    if ((kept.length === 0) !== (chunk.type === "IHDR")) throw damagedError();
    if (kept.length === 0) readHeader(chunk.data);
    const atMostBytes = KEPT.get(chunk.type);
    if (atMostBytes !== undefined) {
      const isAgain = chunk.type !== "IDAT" && kept.some(({ type }) => type === chunk.type);
      if (isAgain || chunk.data.length > atMostBytes) throw damagedError();
      kept.push(chunk);
    }
    if (chunk.type === "IEND") break;
  }
  const [header] = kept;
  if (!header || kept.at(-1)?.type !== "IEND") throw damagedError();
  const { width, height, unpackedBytes } = readHeader(header.data);
  await checkPixels(kept, unpackedBytes);
  return { width, height, parts: [bytes.subarray(0, SIGNATURE_BYTES), ...kept.map(({ whole }) => whole)] };
}

function readHeader(header: Buffer): { width: number; height: number; unpackedBytes: number } {
  if (header.length !== 13) throw damagedError();
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colourType = -1, compression, filter, interlace = 2] = header.subarray(8);
  checkSides(width, height);
  const { samples = 0, depths = [] } = COLOUR_TYPES[colourType] ?? {};
  if (!depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) throw damagedError();
  if (depth > MAX_DEPTH_BITS)
    throw logoError(`This PNG has ${depth} bits per channel; the maximum is ${MAX_DEPTH_BITS}.`);
  const lineBytes = 1 + Math.ceil((width * samples * depth) / 8);
  const slack = interlace === 1 ? INTERLACE_PASSES * 2 * height : 0;
  return { width, height, unpackedBytes: lineBytes * height + slack };
}

/** Checks that the compressed pixels decode, and to no more than a picture of this size needs. */
async function checkPixels(chunks: readonly Chunk[], unpackedBytes: number): Promise<void> {
  const packed = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  const counted = await countUnpacked(packed, unpackedBytes);
  if (counted === null || counted === 0) throw damagedError();
}

/**
 * The decoded size of the parts in bytes; null when they can't be decoded or exceed `maxBytes`. The bytes are counted
 * and discarded.
 */
async function countUnpacked(parts: readonly Buffer[], maxBytes: number): Promise<number | null> {
  const inflate = createInflate({ chunkSize: UNPACKED_CHUNK_BYTES });
  let counted = 0;
  try {
    inflate.end(Buffer.concat(parts));
    for await (const chunk of inflate) {
      counted += (chunk as Buffer).length;
      if (counted > maxBytes) return null;
    }
    return counted;
  } catch {
    return null;
  } finally {
    inflate.destroy();
  }
}
