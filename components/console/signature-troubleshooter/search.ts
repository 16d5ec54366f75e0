import { type BodyVariant, type Bytes, bodyVariants } from "./body-variants";
import { type KeyVariant, keyVariants } from "./key-variants";

/** Faults of the signed prefix, which must be the seconds and a full stop. */
export type StampFault = "no_stamp" | "no_dot" | "milliseconds" | "other_stamp" | "id_in_front";
export type Algorithm = "HMAC-SHA256" | "SHA-256";

/** A computation that yields the signature, and its differences from the correct one. */
export type Match = { key: KeyVariant; stamp: StampFault | null; body: BodyVariant; algorithm: Algorithm };

export type Sought = {
  digest: Bytes;
  t: string | null;
  /** X-Timestamp and X-Event-Id, if they are known. */
  timestamp: string | null;
  eventId: string | null;
  secrets: readonly string[];
  body: Bytes;
  /** The digest is the receiver's, computed over what its code made of the body. */
  made?: boolean;
};

/** Limit of hashed bytes: a very long body is not hashed in every variant, because that would block the page. */
const MAX_HASHED_BYTES = 96 * 1024 * 1024;
const encoder = new TextEncoder();

/** Whether this browser can compute hashes: `crypto.subtle` exists only on https and localhost. */
export function canHash(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Searches for the computation that yields a signature: every secret, body and prefix, as given and with each common
 * fault, fewest and likeliest faults first. Null: no combination yields it.
 */
export async function search(sought: Sought): Promise<Match | null> {
  let hashed = 0;
  const keys = new Map<KeyVariant, CryptoKey>();
  for (const way of waysOf(sought)) {
    const signed = joined(encoder.encode(way.stampText), way.body.bytes);
    hashed += signed.length;
    if (hashed > MAX_HASHED_BYTES) return null;
    const { key, body, algorithm, stamp } = way;
    if (algorithm === "SHA-256") {
      const digest = await crypto.subtle.digest("SHA-256", joined(key.bytes, signed));
      if (isSame(new Uint8Array(digest), sought.digest)) return { key, stamp, body, algorithm };
      continue;
    }
    const imported = keys.get(key) ?? (await importKey(key.bytes));
    keys.set(key, imported);
    if (await crypto.subtle.verify("HMAC", imported, sought.digest, signed)) return { key, stamp, body, algorithm };
  }
  return null;
}

type Way = Match & { stampText: string };

function waysOf({ t, timestamp, eventId, secrets, body, made = false }: Sought): Way[] {
  const bodies = bodyVariants(body, { made });
  const ways = secrets.flatMap(keyVariants).flatMap((key) =>
    stampsOf(t, timestamp, eventId).flatMap(([stamp, stampText, cost]) =>
      bodies.flatMap((variant): (Way & { cost: number })[] => {
        const way = { key, stamp, stampText, body: variant };
        const total = key.cost + cost + variant.cost;
        const plain = { ...way, algorithm: "SHA-256" as const, cost: total + 6 };
        return [{ ...way, algorithm: "HMAC-SHA256", cost: total }, ...(variant.fault === null ? [plain] : [])];
      }),
    ),
  );
  return ways.sort((a, b) => a.cost - b.cost);
}

function stampsOf(
  t: string | null,
  timestamp: string | null,
  eventId: string | null,
): [StampFault | null, string, number][] {
  const stamps: [StampFault | null, string, number][] = [];
  if (t !== null) {
    stamps.push([null, `${t}.`, 0], ["no_dot", t, 3]);
    if (/^\d{13}$/.test(t)) stamps.push(["milliseconds", `${t.slice(0, -3)}.`, 1]);
    if (/^\d{10}$/.test(t)) stamps.push(["milliseconds", `${t}000.`, 2]);
    if (eventId) stamps.push(["id_in_front", `${eventId}.${t}.`, 3]);
  }
  if (timestamp !== null && timestamp !== t) stamps.push([t === null ? null : "other_stamp", `${timestamp}.`, 1]);
  stamps.push(["no_stamp", "", 2]);
  return stamps;
}

function importKey(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
