import { type BodyVariant, type Bytes, bodyVariants } from "./body-variants";
import { type KeyVariant, keyVariants } from "./key-variants";

/** How the text in front of the body was wrong: it has to be the seconds and a full stop. */
export type StampFault = "no_stamp" | "no_dot" | "milliseconds" | "other_stamp" | "id_in_front";
export type Algorithm = "HMAC-SHA256" | "SHA-256";

/** A way of making the signature that gives it, and in what it differs from the right one. */
export type Match = { key: KeyVariant; stamp: StampFault | null; body: BodyVariant; algorithm: Algorithm };

export type Sought = {
  digest: Bytes;
  t: string | null;
  /** X-Timestamp and X-Event-Id, where they are known. */
  timestamp: string | null;
  eventId: string | null;
  secrets: readonly string[];
  body: Bytes;
  /** The digest is the receiver's own, of what its code made of the body. */
  made?: boolean;
};

/** A very long body is not hashed in every way that there is: that would hold the page. */
const MAX_HASHED_BYTES = 96 * 1024 * 1024;
const encoder = new TextEncoder();

/** Whether this browser computes hashes: it does on https and on localhost alone. */
export function canHash(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Looks for the way in which a signature was made: every secret, body and text in front, as given and as each common
 * fault leaves them, those with the fewest and likeliest faults first. Null: none of them gives it.
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
