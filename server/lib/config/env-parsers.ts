import { isIP } from "node:net";
import { z } from "zod";
import { isUuid } from "../ids";
import { isUrl } from "../net/parse-url";

/** One network, such as a proxy's; `port` null: every port. The shape that `net.BlockList.addSubnet` takes. */
export interface AllowedNetwork {
  address: string;
  prefix: number;
  family: "ipv4" | "ipv6";
  port: number | null;
}

/** A private network that a merchant's webhooks may reach, on ports from `fromPort` to `toPort`, both included. */
export interface WebhookNetwork {
  /** Null: all merchants; allowed in a demo only. */
  merchantId: string | null;
  address: string;
  prefix: number;
  family: "ipv4" | "ipv6";
  fromPort: number;
  toPort: number;
  /** Whether headers and body of responses are stored: only for the demo's own shop. */
  showsAnswers: boolean;
}

/** A key for sealed columns: its id is stored with the sealed value, so that keys can be rotated. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes in base64, for AES-256-GCM. */
  key: string;
}

/** One setting of the table in `env-variables.ts`. */
export interface Variable {
  /** One or more sentences for `.env.example` and the documentation. */
  description: string;
  /** The default, as shown in the documentation. */
  fallback: string;
  schema: z.ZodType<unknown, string>;
  /** Outside the demo no value is generated: without this variable the start is refused with this advice. */
  needed?: string;
}

const ENCRYPTION_KEY_BYTES = 32;
const MAX_PORT = 65_535;

/**
 * `10.0.0.0/8`, `127.0.0.1/32:3001`, `[fd00::/8]:443`; a plain address is a network of one address. Null: not valid.
 */
export function parseNetwork(text: string): AllowedNetwork | null {
  const match = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ?? /^(\d[\d.]*(?:\/\d+)?):(\d{1,5})$/.exec(text);
  const [cidr, portText] = match ? [match[1] ?? "", match[2]] : [text, undefined];
  const [address = "", prefixText, extra] = cidr.split("/");
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = prefixText === undefined ? bits : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : -1;
  const port = portText === undefined ? null : Number(portText);
  if (version === 0 || extra !== undefined || prefix < 0 || prefix > bits) return null;
  if (port !== null && (port < 1 || port > MAX_PORT)) return null;
  return { address, prefix, family: version === 4 ? "ipv4" : "ipv6", port };
}

const WEBHOOK_NETWORK = /^(?:([^=]+)=)?(\[[^\]]+\]|\d[\d./]*):(\d{1,5})(?:-(\d{1,5}))?$/;

/**
 * `<merchant id>=10.0.0.0/8:8443`, `[fd00::/8]:443`, or with a range of ports, `127.0.0.1/32:9000-9099`. Null: not
 * valid. The port is required: without it all services of the network could be reached.
 */
export function parseWebhookNetwork(text: string): WebhookNetwork | null {
  const [, merchant, cidr = "", from = "", to = from] = WEBHOOK_NETWORK.exec(text) ?? [];
  const network = parseNetwork(`${cidr}:${from}`);
  const toPort = Number(to);
  if (!network?.port || toPort < network.port || toPort > MAX_PORT) return null;
  if (merchant !== undefined && !isUuid(merchant)) return null;
  const { address, prefix, family, port: fromPort } = network;
  const merchantId = merchant?.toLowerCase() ?? null;
  return { merchantId, address, prefix, family, fromPort, toPort, showsAnswers: false };
}

/** A network in the operator's notation, without its merchant: `cidr:port`, IPv6 in brackets. */
export function writtenNetwork({ address, prefix, family, fromPort, toPort }: WebhookNetwork): string {
  const cidr = family === "ipv6" ? `[${address}/${prefix}]` : `${address}/${prefix}`;
  return `${cidr}:${fromPort}${toPort === fromPort ? "" : `-${toPort}`}`;
}

/** An integer between two bounds, both included, written in plain digits. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

/** A TCP port. */
export function port() {
  return integer(1, MAX_PORT);
}

/** `1`/`true` or `0`/`false`. */
export function flag() {
  return z
    .enum(["1", "true", "0", "false"], "must be 1, true, 0 or false")
    .transform((text) => /^(1|true)$/.test(text));
}

/** An address with one of the given schemes, kept as text. */
export function address(schemes: readonly string[]) {
  const isAllowed = (text: string) => {
    const url = isUrl(text) ? new URL(text) : null;
    return url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== "";
  };
  const rule = `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`;
  return z.string().refine(isAllowed, {
    // Only a host's name and port are repeated: the URL of a database has a password in it.
    error: ({ input }) =>
      schemes.includes("https") && /^[\w.-]+(?::\d+)?$/.test(String(input)) && isAllowed(`https://${input}`)
        ? `${rule}, such as https://${input}`
        : rule,
    // Further rules read the URL.
    abort: true,
  });
}

/** The origin of this installation, without a path or a slash at its end. */
export function origin() {
  return address(["http", "https"])
    .refine((text) => new URL(text).pathname === "/", "must be an origin, without a path")
    .transform((text) => new URL(text).origin);
}

/**
 * An OpenID issuer, exactly as its own metadata names it: https, or http on this machine; no query, fragment or user.
 */
export function issuer() {
  return address(["http", "https"]).refine((text) => {
    const { protocol, hostname, search, hash, username } = new URL(text);
    const isSafe = protocol === "https:" || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
    return isSafe && search === "" && hash === "" && username === "";
  }, "must be an issuer, such as https://accounts.google.com");
}

/** Entries separated by commas, each parsed by `parse`; `refusal` is the message for an invalid one. */
function entries<T>(parse: (entry: string) => T | null, refusal: (entry: string) => string) {
  return z.string().transform((text, context) => {
    const parsed: T[] = [];
    for (const entry of text.split(",").map((part) => part.trim())) {
      const value = entry === "" ? null : parse(entry);
      if (value !== null) parsed.push(value);
      else if (entry !== "") context.addIssue(refusal(entry));
    }
    return parsed;
  });
}

/** Contact addresses as RFC 9116 §2.5.3 allows, separated by commas. */
export function contacts() {
  return z.string().transform((text, context) => {
    const entries = text.split(",").map((part) => part.trim());
    const wrong = entries.filter((entry) => !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d.-]+)$/.test(entry));
    for (const entry of wrong) context.addIssue(`has an entry that is not a mailto:, https: or tel: URL: ${entry}`);
    return entries;
  });
}

/** An ISO 8601 date or time. */
export function day() {
  return z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(?:T\S+)?$/, "must be a date, such as 2027-06-30")
    .transform((text) => new Date(text))
    .refine((at) => !Number.isNaN(at.getTime()), "must be a date that exists");
}

/** Networks separated by commas. */
export function networks() {
  return entries(parseNetwork, (entry) => `has an entry that is not a network: ${entry}`);
}

/** Networks of webhooks, separated by commas. */
export function webhookNetworks() {
  return entries(
    parseWebhookNetwork,
    (entry) =>
      `has an entry that is not merchant=cidr:port: ${entry}. Use the merchant's id, the network and the port, such as 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11=10.20.0.0/16:8443`,
  );
}

/** Keys as `id:base64`, separated by commas: the first seals, all open. */
export function encryptionKeys() {
  return z.string().transform((text, context) => {
    const keys: EncryptionKey[] = [];
    for (const entry of text.split(",").map((part) => part.trim())) {
      const match = /^([a-z0-9-]{1,20}):([A-Za-z0-9+/_-]+=*)$/.exec(entry);
      const [, id, key] = match ?? [];
      if (id && key && Buffer.from(key, "base64").length === ENCRYPTION_KEY_BYTES) keys.push({ id, key });
      // The value itself is a secret, so the message must not repeat it.
      else
        context.addIssue(
          `must be id:key, with an id of a-z 0-9 - and a key of ${ENCRYPTION_KEY_BYTES} bytes in base64`,
        );
    }
    // The last one would open what the first one seals.
    if (new Set(keys.map(({ id }) => id)).size < keys.length)
      context.addIssue("has two keys with one id: a new key needs an id of its own, as in k2:new,k1:old");
    return keys;
  });
}
