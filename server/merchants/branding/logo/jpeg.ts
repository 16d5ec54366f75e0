import { checkSides, damagedError, type StrippedLogo } from "./logo-rules";

const MARKER = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Baseline, extended and progressive: the frames that browsers decode (ITU-T T.81, table B.1). */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** The marker of Adobe's segment (APP14). A segment longer than Adobe's is another one and is removed. */
const ADOBE = 0xee;
const ADOBE_BYTES = 16;
/** Huffman and quantisation tables, restart intervals, and Adobe's colour transform (APP14). */
const KEPT = new Set([...FRAMES, 0xc4, 0xdb, 0xdd, ADOBE, START_OF_SCAN]);
const MIN_SEGMENT_BYTES = 2;

/** Reads a JPEG (ITU-T T.81) up to its end; metadata of cameras and programs is removed. */
export function stripJpeg(given: Uint8Array): StrippedLogo {
  const bytes = Buffer.from(given);
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let hasScan = false;
  let at = 2;
  while (bytes[at] === MARKER) {
    const kind = bytes[at + 1];
    if (kind === END_OF_IMAGE) {
      if (!size || !hasScan) break;
      return { ...size, parts: [...parts, bytes.subarray(at, at + 2)] };
    }
    // A marker may be preceded by any number of these (T.81, B.1.1.2).
    if (kind === MARKER) {
      at += 1;
      continue;
    }
    const end = segmentEnd(bytes, at);
    if (kind !== undefined && FRAMES.has(kind)) size = sizeOf(bytes.subarray(at, end));
    const stop = kind === START_OF_SCAN ? scanEnd(bytes, end) : end;
    if (kind === START_OF_SCAN) hasScan = true;
    const isForeign = kind === ADOBE && stop - at !== ADOBE_BYTES;
    if (kind !== undefined && KEPT.has(kind) && !isForeign) parts.push(bytes.subarray(at, stop));
    at = stop;
  }
  throw damagedError();
}

function segmentEnd(bytes: Buffer, at: number): number {
  const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
  const end = at + 2 + length;
  if (length < MIN_SEGMENT_BYTES || end > bytes.length) throw damagedError();
  return end;
}

function sizeOf(frame: Buffer): { width: number; height: number } {
  if (frame.length < 10) throw damagedError();
  const [height, width] = [frame.readUInt16BE(5), frame.readUInt16BE(7)];
  checkSides(width, height);
  return { width, height };
}

/** The end of the coded pixels: the first marker that is neither a stuffed byte nor a restart (T.81, B.1.1.5). */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== MARKER) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== MARKER && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damagedError();
}
