import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const BITS = 8;

/** A black-and-white picture: rows of equal length; true: black. */
export type Dots = readonly (readonly boolean[])[];

/**
 * Encodes a black-and-white picture as a PNG (ISO/IEC 15948) of one bit a pixel, each dot `scale` pixels wide and high.
 * Rows are unfiltered, because repeated rows compress well.
 */
export function dotsPng(dots: Dots, scale: number): Buffer<ArrayBuffer> {
  const width = (dots[0]?.length ?? 0) * scale;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(dots.length * scale, 4);
  // One bit of greyscale, deflate, adaptive filters, not interlaced.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = dots.flatMap((row) => Array.from({ length: scale }).fill(scanline(row, scale))) as Buffer[];
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })), chunk("IEND")];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** The filter type 0 (none), then the pixels from the left, eight to a byte; 1 is white. */
function scanline(row: readonly boolean[], scale: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((row.length * scale) / BITS));
  for (let x = 0; x < row.length * scale; x += 1) {
    if (row[Math.floor(x / scale)]) continue;
    const at = 1 + Math.floor(x / BITS);
    line.writeUInt8(line.readUInt8(at) | (0x80 >> (x % BITS)), at);
  }
  return line;
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(typed.length + 8);
  whole.writeUInt32BE(data.length, 0);
  typed.copy(whole, 4);
  whole.writeUInt32BE(crc32(typed), typed.length + 4);
  return whole;
}
