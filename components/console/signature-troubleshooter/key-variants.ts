import type { Bytes } from "./body-variants";
import { fromBase64, fromHex } from "./evidence";

export type KeyFault = "prefix" | "blanks" | "quotes" | "name" | "case" | "prefix_cut" | "decoded";
export type KeyVariant = { bytes: Bytes; fault: KeyFault | null; cost: number };

const PREFIX = "whsec_";
const encoder = new TextEncoder();

/** The secrets on separate lines. A single one keeps the whitespace around it. */
export function secretLines(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.length > 1 ? lines : text === "" ? [] : [text];
}

/** Variants of the secret: likely originals, and what a receiver's code may make of it. */
export function keyVariants(secret: string): KeyVariant[] {
  const bare = secret.trim();
  const unquoted = bare.replace(/^["'`]|["'`]$/g, "").trim();
  const value = unquoted
    .replace(/^(?:export\s+)?[A-Za-z_]\w*\s*[=:]\s*/, "")
    .replace(/^["'`]|["'`;,]+$/g, "")
    .trim();
  const lower = value.toLowerCase();
  const body = lower.startsWith(PREFIX) ? value.slice(PREFIX.length) : value;
  const tries: [KeyFault, string | Bytes | null, number][] = [
    ["blanks", bare, 1],
    ["quotes", unquoted, 1],
    ["name", value, 1],
    ["case", lower, 1],
    ["prefix", lower.startsWith(PREFIX) ? null : `${PREFIX}${lower}`, 1],
    ["prefix_cut", value === body ? null : body, 2],
    ["decoded", /^[0-9a-f]{64}$/i.test(body) ? fromHex(body) : null, 2],
    ["decoded", fromBase64(body), 2],
  ];
  const seen = new Set<string>([secret]);
  const variants: KeyVariant[] = [{ bytes: encoder.encode(secret), fault: null, cost: 0 }];
  for (const [fault, tried, cost] of tries) {
    if (tried === null || tried.length === 0) continue;
    const known = typeof tried === "string" ? tried : `bytes ${tried.join()}`;
    if (seen.has(known)) continue;
    seen.add(known);
    variants.push({ bytes: typeof tried === "string" ? encoder.encode(tried) : tried, fault, cost });
  }
  return variants;
}
