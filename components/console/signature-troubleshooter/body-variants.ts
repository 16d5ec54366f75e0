import { asSent, parsed, rewritings } from "./event-order";
import { fromBase64 } from "./evidence";

export type Bytes = Uint8Array<ArrayBuffer>;
export type BodyFault =
  | "newline"
  | "line_ends"
  | "bom"
  | "charset"
  | "base64_body"
  | "string_body"
  | "entities"
  | "rewritten";
export type BodyVariant = { bytes: Bytes; fault: BodyFault | null; text: string; cost: number };

const encoder = new TextEncoder();
const ENTITIES: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#39": "'", "#x27": "'", apos: "'" };

/**
 * What the bytes were before a change in transit, likelier variants first. `made`: also what a receiver's code may make
 * of correct bytes before it computes the HMAC.
 */
export function bodyVariants(body: Bytes, { made }: { made: boolean }): BodyVariant[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const tries: [BodyFault, string | null, number][] = [
    ["bom", text.replace(/^\ufeff/, ""), 1],
    ["newline", text.replace(/[ \t\r\n]+$/, ""), 1],
    ["newline", text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""), 2],
    ["newline", `${text}\n`, 2],
    ["line_ends", text.replaceAll("\r\n", "\n"), 1],
    ["line_ends", text.replace(/\r?\n/g, "\r\n"), 2],
    ["charset", narrowed(text), 2],
    ["charset", otherwiseDecoded(body), 2],
    ["base64_body", unpacked(text), 2],
    ["string_body", unquoted(text), 2],
    ["entities", text.replace(/&(quot|amp|lt|gt|#39|#x27|apos);/g, (_, name: string) => ENTITIES[name] ?? ""), 2],
    ...rewritten(text),
    ...(made ? rewritings(text).map((one): [BodyFault, string, number] => ["rewritten", one, 4]) : []),
  ];
  const seen = new Set<string>([text]);
  const variants: BodyVariant[] = [{ bytes: body, fault: null, text, cost: 0 }];
  for (const [fault, tried, cost] of tries) {
    if (tried === null || seen.has(tried)) continue;
    seen.add(tried);
    variants.push({ bytes: encoder.encode(tried), fault, text: tried, cost });
  }
  return variants;
}

function rewritten(text: string): [BodyFault, string, number][] {
  const plain = text.replace(/^\ufeff/, "");
  const found = [plain, unquoted(plain), narrowed(plain)].flatMap((one) => (one === null ? [] : asSent(one)));
  return found.map((one) => ["rewritten", one, 3]);
}

let narrow: Map<string, number> | undefined;

/** The byte of each character in Windows-1252, which the web also calls Latin-1; and of true Latin-1. */
function narrowBytes(): Map<string, number> {
  if (narrow) return narrow;
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const latin = [...all].map((byte): [string, number] => [String.fromCharCode(byte), byte]);
  const windows = [...new TextDecoder("windows-1252").decode(all)].map((char, byte): [string, number] => [char, byte]);
  narrow = new Map([...latin, ...windows]);
  return narrow;
}

/** The text whose UTF-8 bytes were read as Latin-1: "Ã©" was "é". Null: that did not happen. */
function narrowed(text: string): string | null {
  // Most bodies are ASCII; long ones are not processed unnecessarily.
  if (!/[^\0-\x7f]/.test(text)) return null;
  const table = narrowBytes();
  const bytes: number[] = [];
  for (const char of text) {
    const byte = table.get(char);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

/** The text of bytes that are not UTF-8: UTF-16 with a byte order mark, else Windows-1252. */
function otherwiseDecoded(body: Bytes): string | null {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder("utf-16le").decode(body);
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder("utf-16be").decode(body);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
    return null;
  } catch {
    return new TextDecoder("windows-1252").decode(body);
  }
}

function unpacked(text: string): string | null {
  const tight = text.trim();
  if (!/^[\w+/-]{16,}={0,2}$/.test(tight)) return null;
  const bytes = fromBase64(tight);
  return bytes ? new TextDecoder().decode(bytes) : null;
}

/** The content of a quoted string of JSON or of a shell. */
function unquoted(text: string): string | null {
  const tight = text.trim();
  const inner = parsed(tight);
  if (typeof inner === "string") return inner;
  return /^'.*'$/s.test(tight) ? tight.slice(1, -1) : null;
}

/** How a document was reserialised: properties of `given` that `sent` does not have. */
export function howRewritten(given: string, sent: string): string[] {
  const strings = /"(?:[^"\\]|\\.)*"/g;
  const outside = (text: string) => text.replace(strings, '""');
  const ways: [string, boolean][] = [
    ["indented", /\n\s/.test(outside(given))],
    ["with spaces after commas and colons, as in Python", !/\n/.test(given.trim()) && /[,:] /.test(outside(given))],
    ["with / as \\/, as in PHP", /[^\\]\\\//.test(given) && !sent.includes("\\/")],
    ["with \\u escapes, as in Python and PHP", /\\u[0-9a-f]{4}/i.test(given) && !/\\u[0-9a-f]{4}/i.test(sent)],
    ["with keys in another order", JSON.stringify(parsed(given.trim())) !== sent],
    ["with numbers in another format", numbersOf(given) !== numbersOf(sent)],
  ];
  return ways.filter(([, isSo]) => isSo).map(([words]) => words);
}

function numbersOf(text: string): string {
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.toSorted().join(" ");
}
