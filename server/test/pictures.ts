import { readFileSync } from "node:fs";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";

const RGBA = [6, 0, 0, 0];

/** A chunk of a PNG, with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export type PngParts = {
  width?: number;
  height?: number;
  /** Bits per sample. */
  depth?: number;
  /** Chunks between the header and the pixels. */
  before?: Buffer[];
  /** The packed pixels; by default all of one colour. */
  pixels?: Uint8Array;
  after?: Uint8Array;
  /** Red, green, blue. */
  colour?: readonly [number, number, number];
};

/** A PNG that is valid by default; each part can be replaced. */
export function png({
  width = 64,
  height = 64,
  depth = 8,
  before = [],
  pixels,
  after,
  colour = [26, 107, 79],
}: PngParts = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, ...RGBA], 8);
  const line = () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, Buffer.from([...colour, 255]))]);
  const drawn = pixels ?? deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 4_096) }, line)));
  const chunks = [pngChunk("IHDR", header), ...before, pngChunk("IDAT", drawn), pngChunk("IEND", Buffer.alloc(0))];
  const whole = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks, after ?? Buffer.alloc(0)]);
  return new Uint8Array(whole);
}

/** EXIF data in the pictures beside this file, which the product must remove. */
export const CAMERA_NOTE = "SECRET-PLACE";

/** A picture of 64 × 48 pixels from another program, with EXIF. */
export function picture(name: "photo.jpg" | "lossy.webp" | "alpha.webp" | "lossless.webp" | "palette.png"): Buffer {
  return readFileSync(path.join(import.meta.dirname, "pictures", name));
}
