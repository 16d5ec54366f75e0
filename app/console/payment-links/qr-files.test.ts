import { spawnSync } from "node:child_process";
import { inflateSync } from "node:zlib";
import { decodeQR } from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { printedPng, printedSvg } from "./qr-files";

const ADDRESS = `https://pay.example.com/pay/plink_${"kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU"}`;

/** Exits with 1 for a wrong CRC of a chunk, or Adler-32 of the pixels (PNG, third edition, §5.3 and §10). */
const CHECKSUMS = `
import struct, sys, zlib
data, at, pixels = sys.stdin.buffer.read(), 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    if zlib.crc32(kind + body) != struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]: sys.exit(1)
    pixels += body if kind == b"IDAT" else b""
    at += 12 + size
zlib.decompress(pixels)
`;

type Picture = { width: number; height: number; isBlack: (x: number, y: number) => boolean };

/** Reads a 1-bit PNG without filters, by the specification. */
function pixelsOf(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf("IDAT");
  const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const lineBytes = 1 + Math.ceil(width / 8);
  return {
    width,
    height,
    isBlack: (x, y) => ((lines[y * lineBytes + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0,
  };
}

/** Draws an SVG's dark squares: a path of relative steps over whole numbers, as the encoder writes it. */
function squaresOf(svg: string): Picture {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const dark = new Set<string>();
  let [x, y] = [0, 0];
  for (const [, command = "", numbers = ""] of (/ d="([^"]+)"/.exec(svg)?.[1] ?? "").matchAll(
    /([a-zA-Z])([^a-zA-Z]*)/g,
  )) {
    const [one = 0, two = 0] = numbers.match(/-?[\d.]+/g)?.map(Number) ?? [];
    if (command === "M") [x, y] = [one, two];
    if (command === "m") [x, y] = [x + one, y + two];
    // Each square begins with a step to the right or down by its width.
    if (command === "h" && one > 0) dark.add(`${Math.floor(x)},${Math.floor(y)}`);
  }
  return { width: size, height: size, isBlack: (px, py) => dark.has(`${px},${py}`) };
}

function read({ width, height, isBlack }: Picture, scale: number): string {
  const data = new Uint8ClampedArray(width * scale * height * scale * 4).fill(255);
  for (let y = 0; y < height * scale; y += 1) {
    for (let x = 0; x < width * scale; x += 1) {
      const value = isBlack(Math.floor(x / scale), Math.floor(y / scale)) ? 0 : 255;
      data.fill(value, (y * width * scale + x) * 4, (y * width * scale + x) * 4 + 3);
    }
  }
  return decodeQR({ width: width * scale, height: height * scale, data });
}

describe("the code of a link", () => {
  test("as a PNG contains its URL, and is sharp on paper", async () => {
    const png = printedPng(ADDRESS);
    const picture = pixelsOf(png);
    expect(read(picture, 1)).toBe(ADDRESS);
    expect(picture.width).toBeGreaterThanOrEqual(1_200);
    expect(picture.height).toBe(picture.width);
    expect(png.length).toBeLessThan(10_000);
  });

  test("as a PNG has valid checksums, by Python too", ({ skip }) => {
    if (spawnSync("python3", ["--version"]).status !== 0) skip("no python3 on this machine");
    const isWhole = (png: Buffer) => spawnSync("python3", ["-c", CHECKSUMS], { input: png }).status === 0;
    const png = printedPng(ADDRESS);
    expect(isWhole(png)).toBe(true);
    const spoiled = Buffer.from(png);
    spoiled.writeUInt8(spoiled.readUInt8(60) ^ 1, 60);
    expect(isWhole(spoiled)).toBe(false);
  });

  test("has a quiet zone of four modules", () => {
    const picture = pixelsOf(printedPng(ADDRESS));
    const edge = Array.from({ length: picture.width }, (_, at) => at);
    const modulePixels = edge.findIndex((at) => picture.isBlack(at, at)) / 4;
    expect(Number.isInteger(modulePixels)).toBe(true);
    for (const at of edge) {
      for (const near of [0, 4 * modulePixels - 1]) {
        expect([picture.isBlack(at, near), picture.isBlack(near, at)]).toEqual([false, false]);
      }
    }
  });

  test("as an SVG is black on white on any background", () => {
    const svg = printedSvg(ADDRESS);
    expect(svg).toContain('<rect width="100%" height="100%" fill="#fff"/>');
    expect(read(squaresOf(svg), 8)).toBe(ADDRESS);
  });

  test("differs for another URL", () => {
    expect(read(pixelsOf(printedPng(`${ADDRESS}x`)), 1)).toBe(`${ADDRESS}x`);
  });
});
