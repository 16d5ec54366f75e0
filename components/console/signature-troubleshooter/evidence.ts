/** The user's input: parts of a delivery whose signature does not verify. */
export type Evidence = {
  /** Headers in any usual form, or the value of X-Signature alone. */
  headers: string;
  body: Uint8Array<ArrayBuffer>;
  /** The secret as the receiver has it; several are on separate lines. */
  secret: string;
  /** The digest that the receiver's code computed; empty if it is unknown. */
  computed: string;
  nowS: number;
};

export type ReadHeaders = {
  signature: string | null;
  timestamp: string | null;
  eventId: string | null;
  contentLength: number | null;
  /** Whether the text contained other headers beside the signature. */
  isList: boolean;
};

/** Faults in the format of a signature. */
export type FormFault =
  | "blanks"
  | "quotes"
  | "order"
  | "more"
  | "no_t"
  | "odd_t"
  | "milliseconds"
  | "no_v1"
  | "upper_case"
  | "base64"
  | "cut"
  | "unreadable";

export type ReadSignature = {
  /** The text of `t`, valid or not. Null: there is none. */
  t: string | null;
  digest: Uint8Array<ArrayBuffer> | null;
  faults: FormFault[];
};

const DIGEST_BYTES = 32;
const STRICT = /^t=\d{1,12},v1=[0-9a-f]{64}$/;
const SIGNATURE_ALONE = /(?:^|[\s"',])(?:t|v1|sha256)\s*=/i;

/**
 * Finds the relevant headers in a text: "Name: value" lines, JSON, curl arguments, CGI names (HTTP_X_SIGNATURE). A text
 * without names that looks like a signature is taken as X-Signature.
 */
export function readHeaders(text: string): ReadHeaders {
  const signature = headerIn(text, "x-signature");
  const names = signature !== null || /^\s*["'{]?[\w-]+["']?\s*:/m.test(text);
  const length = headerIn(text, "content-length");
  return {
    signature: signature ?? (!names && SIGNATURE_ALONE.test(text) ? text : null),
    timestamp: headerIn(text, "x-timestamp"),
    eventId: headerIn(text, "x-event-id"),
    contentLength: length !== null && /^\d+$/.test(length.trim()) ? Number(length) : null,
    isList: names,
  };
}

function headerIn(text: string, name: string): string | null {
  const loose = name.replaceAll("-", "[-_]");
  const found = new RegExp(`(?:^|[\\s"'{,(])(?:http_)?${loose}["']?\\s*(?::|=>|=(?!=))(.*)`, "im").exec(text)?.[1];
  if (found === undefined) return null;
  // In JSON and in a shell the value is in quotes, and more text may follow on the line.
  const quoted = /^\s*(?:\[\s*)?(["'])(.*?)\1/.exec(found)?.[2];
  // In `-H 'Name: value'` the quote opens before the name.
  return quoted ?? found.replace(/^ /, "").replace(/['"]\s*\\?$|\r$/g, "");
}

/** Reads a value of X-Signature leniently, and reports how its format differs from `t=<seconds>,v1=<hex>`. */
export function readSignature(value: string): ReadSignature {
  if (STRICT.test(value)) return { t: tOf(value), digest: fromHex(value.slice(-2 * DIGEST_BYTES)), faults: [] };
  const faults = new Set<FormFault>();
  const plain = value.replace(/["']/g, "");
  if (plain !== value) faults.add("quotes");
  const tight = plain.replace(/\s+/g, "");
  if (tight !== plain) faults.add("blanks");
  const parts = tight.split(/[,;&]/);
  const partOf = (name: string) =>
    parts.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const t = partOf("t") ?? null;
  const named = partOf("v1");
  if (t === null) faults.add("no_t");
  if (named === undefined) faults.add("no_v1");
  const lone = partOf("sha256") ?? parts.find((part) => /^[\w+/=-]{40,}$/.test(part));
  const { digest, fault } = readDigest(named ?? lone ?? "");
  if (fault) faults.add(fault);
  if (t !== null && /^\d{13}$/.test(t)) faults.add("milliseconds");
  else if (t !== null && !/^\d{1,12}$/.test(t)) faults.add("odd_t");
  if (faults.size === 0) faults.add(tight.startsWith("t=") ? "more" : "order");
  return { t, digest, faults: [...faults] };
}

const tOf = (value: string) => /^t=(\d+)/.exec(value)?.[1] ?? null;

/** The bytes of a digest in hex or base64. */
export function readDigest(text: string): { digest: Uint8Array<ArrayBuffer> | null; fault: FormFault | null } {
  if (/^[0-9a-f]{64}$/.test(text)) return { digest: fromHex(text), fault: null };
  if (/^[0-9a-f]{64}$/i.test(text)) return { digest: fromHex(text.toLowerCase()), fault: "upper_case" };
  const bytes = /^[\w+/-]{43}=?$/.test(text) ? fromBase64(text) : null;
  if (bytes?.length === DIGEST_BYTES) return { digest: bytes, fault: "base64" };
  return { digest: null, fault: /^[0-9a-f]{8,63}$/i.test(text) ? "cut" : "unreadable" };
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Decodes Base64 of either alphabet, padded or not; null for other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
