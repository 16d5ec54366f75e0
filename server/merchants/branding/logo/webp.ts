import { animatedError, checkSides, damagedError, type StrippedLogo } from "./logo-rules";

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const ANIMATION_FLAG = 0x02;
const ALPHA_FLAG = 0x10;

type Chunk = { type: string; data: Buffer };
type Size = { width: number; height: number };

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  const stop = 8 + bytes.readUInt32LE(4);
  if (stop > bytes.length) throw damagedError();
  let at = RIFF_HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= stop) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEADER_BYTES + length;
    if (end > stop) throw damagedError();
    yield { type: bytes.toString("latin1", at, at + 4), data: bytes.subarray(at + CHUNK_HEADER_BYTES, end) };
    at = end + (length % 2);
  }
}

function written({ type, data }: Chunk): Buffer {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  header.write(type, 0, "latin1");
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

/** Reads a WebP (RFC 9649) and keeps only the still picture and its transparency. */
export function stripWebp(given: Uint8Array): StrippedLogo {
  const bytes = Buffer.from(given);
  if (bytes.length < RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES) throw damagedError();
  const chunks = [...chunksOf(bytes)];
  const find = (...types: string[]) => chunks.find(({ type }) => types.includes(type));
  const extended = chunks[0]?.type === "VP8X" ? chunks[0] : null;
  if (find("ANIM", "ANMF") || ((extended?.data[0] ?? 0) & ANIMATION_FLAG) !== 0) throw animatedError();
  const picture = extended ? find("VP8 ", "VP8L") : chunks[0];
  if (!picture) throw damagedError();
  const size = sizeOf(picture);
  checkSides(size.width, size.height);
  if (extended) checkCanvas(extended.data, size);
  const alpha = extended && picture.type === "VP8 " ? find("ALPH") : undefined;
  const kept = [...(extended ? [plain(extended, alpha !== undefined)] : []), ...(alpha ? [alpha] : []), picture];
  const body = Buffer.concat(kept.map(written));
  const header = Buffer.from(bytes.subarray(0, RIFF_HEADER_BYTES));
  header.writeUInt32LE(4 + body.length, 4);
  return { ...size, parts: [header, body] };
}

/** The size in the coded picture itself. VP8: RFC 6386, §9.1; VP8L: RFC 9649, §3.4. */
function sizeOf({ type, data }: Chunk): Size {
  if (type === "VP8 " && data.length >= 10) {
    const isKeyFrame = ((data[0] ?? 1) & 1) === 0;
    if (!isKeyFrame || data.readUIntBE(3, 3) !== 0x9d012a) throw damagedError();
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  if (type === "VP8L" && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  throw damagedError();
}

function checkCanvas(header: Buffer, { width, height }: Size): void {
  if (header.length !== 10) throw damagedError();
  if (header.readUIntLE(4, 3) + 1 !== width || header.readUIntLE(7, 3) + 1 !== height) throw damagedError();
}

/** The header without the flags of removed parts: profile, EXIF, XMP. */
function plain({ type, data }: Chunk, hasAlpha: boolean): Chunk {
  const header = Buffer.from(data);
  // A lossless picture contains its own transparency flag; this one is a hint.
  header[0] = hasAlpha ? ALPHA_FLAG : (data[0] ?? 0) & ALPHA_FLAG;
  return { type, data: header };
}
