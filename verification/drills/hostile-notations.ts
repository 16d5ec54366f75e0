import type { Random } from "../random";
import type { V4, V6 } from "./hostile-targets";

const hex = (value: number) => value.toString(16);
const octal = (value: number) => `0${value.toString(8)}`;
const wholeOf = (bytes: V4) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const dotted = (bytes: V4) => bytes.join(".");

/** Replaces digits (and dots) by other characters that IDNA's mapping (UTS 46) turns back. */
function inDigits(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

const CIRCLED = "⓪①②③④⑤⑥⑦⑧⑨";
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const among = (text: string, digits: string) => text.replace(/\d/g, (digit) => [...digits][Number(digit)] ?? digit);

function escaped(text: string, random: Random): string {
  const at = Math.floor(random.next() * text.length);
  return [...text]
    .map((char, index) => (index === at || random.chance(0.3) ? `%${hex(char.charCodeAt(0))}` : char))
    .join("");
}

function broken(text: string, random: Random): string {
  const at = 1 + Math.floor(random.next() * (text.length - 1));
  return text.slice(0, at) + random.pick(["\u00ad", "\u200b", "\u2060", "\ufeff"]) + text.slice(at);
}

const inOneOf = (random: Random, byte: number) =>
  random.pick([String(byte), octal(byte), `0x${hex(byte)}`, `0X${hex(byte).toUpperCase()}`, `000${octal(byte)}`]);

/** Every notation of an IPv4 address that the URL parser (WHATWG) reads as that address. */
export const V4_NOTATIONS: Record<string, (bytes: V4, random: Random) => string> = {
  plain: dotted,
  decimal: (bytes) => String(wholeOf(bytes)),
  hex: (bytes) => `0x${hex(wholeOf(bytes))}`,
  "hex, upper case and padded": (bytes) => `0X0000${hex(wholeOf(bytes)).toUpperCase()}`,
  octal: (bytes) => octal(wholeOf(bytes)),
  "dotted octal": (bytes) => bytes.map(octal).join("."),
  "dotted hex": (bytes) => bytes.map((byte) => `0x${hex(byte)}`).join("."),
  "each part in another base": (bytes, random) => bytes.map((byte) => inOneOf(random, byte)).join("."),
  "two parts": ([a = 0, ...rest], random) => `${inOneOf(random, a)}.${wholeOf(rest)}`,
  "three parts": ([a = 0, b = 0, ...rest], random) => `${a}.${inOneOf(random, b)}.0x${hex(wholeOf(rest))}`,
  "a dot behind": (bytes) => `${dotted(bytes)}.`,
  "percent escapes": (bytes, random) => escaped(dotted(bytes), random),
  "full-width digits": (bytes) => inDigits(dotted(bytes), 0xff10),
  "mathematical digits": (bytes, random) => inDigits(dotted(bytes), random.pick([0x1d7ce, 0x1d7d8, 0x1d7f6])),
  "circled digits": (bytes) => among(dotted(bytes), CIRCLED),
  "superscript digits": (bytes) => among(dotted(bytes), SUPERSCRIPT),
  "ideographic dots": (bytes, random) => dotted(bytes).replaceAll(".", random.pick(["。", "．", "｡"])),
  "characters that vanish": (bytes, random) => broken(dotted(bytes), random),
  "full-width hex": (bytes) => inDigits(`0ｘ${hex(wholeOf(bytes))}`, 0xff10),
};

const upper = (bytes: V4) => ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
const lower = (bytes: V4) => ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
const anyGroup = (random: Random) => Math.floor(random.next() * 0x10000);

/** Every form of IPv6 that embeds an IPv4 address, or is routed to one. */
export const V6_CARRIERS: Record<string, (bytes: V4, random: Random) => V6> = {
  "mapped (RFC 4291)": (bytes) => [0, 0, 0, 0, 0, 0xffff, upper(bytes), lower(bytes)],
  "compatible (RFC 4291)": (bytes) => [0, 0, 0, 0, 0, 0, upper(bytes), lower(bytes)],
  "translated (RFC 2765)": (bytes) => [0, 0, 0, 0, 0xffff, 0, upper(bytes), lower(bytes)],
  "NAT64 (RFC 6052)": (bytes) => [0x64, 0xff9b, 0, 0, 0, 0, upper(bytes), lower(bytes)],
  "local NAT64 (RFC 8215)": (bytes, random) => [
    ...[0x64, 0xff9b, 1, anyGroup(random), 0, 0],
    ...[upper(bytes), lower(bytes)],
  ],
  "6to4 (RFC 3056)": (bytes, random) => [0x2002, upper(bytes), lower(bytes), anyGroup(random), 0, 0, 0, 1],
  "Teredo (RFC 4380)": (bytes, random) => [
    ...[0x2001, 0, anyGroup(random), anyGroup(random), 0, anyGroup(random)],
    ...[upper(bytes) ^ 0xffff, lower(bytes) ^ 0xffff],
  ],
  "ISATAP (RFC 5214)": (bytes, random) => [
    ...[0x2606, 0x4700, anyGroup(random), 0, random.pick([0, 0x200]), 0x5efe],
    ...[upper(bytes), lower(bytes)],
  ],
};

/** One of the spellings of an IPv6 address, without brackets. */
export function spelled(groups: V6, random: Random): string {
  const isDotted = random.chance(0.3);
  const tail = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  const width = random.pick([1, 1, 4]);
  const parts = (isDotted ? groups.slice(0, 6) : groups).map((group) => hex(group).padStart(width, "0"));
  const zeros = /^0+$/;
  const from = parts.findIndex((part) => zeros.test(part));
  if (from >= 0 && random.chance(0.7)) {
    let to = from;
    while (to < parts.length && zeros.test(parts[to] ?? "")) to += 1;
    parts.splice(from, to - from, "");
    if (from === 0) parts.unshift("");
    if (parts.at(-1) === "" && !isDotted) parts.push("");
  }
  const text = isDotted ? [...parts, dotted(tail)].join(":") : parts.join(":");
  return random.chance(0.3) ? text.toUpperCase() : text;
}
