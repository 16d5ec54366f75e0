import { domainToASCII } from "node:url";
import { isOneScript, readableHost } from "../lib/net/readable-host";

/** RFC 5321 §4.5.3.1.1: octets of the part before the @. */
const MAX_LOCAL_OCTETS = 64;
/** RFC 5321 §4.5.3.1.3, less the angle brackets: octets of the whole. */
const MAX_OCTETS = 254;
/** RFC 1035 §2.3.4. */
const MAX_HOST_CHARACTERS = 253;
/**
 * Above the longest form of a valid address, with decomposed letters. Composing letters and reading a host take time that
 * grows with the square of the length: 0.3 s for 20,000 letters.
 */
const MAX_TYPED_CHARACTERS = 1_000;

/**
 * `Dot-string` of RFC 5321 §4.1.2: atoms between single dots. Letters, marks and digits beyond ASCII as RFC 6531 §3.3
 * allows; not its other characters, some of which are invisible.
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\p{L}\\p{M}\\p{N}]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, "u");
/** The allowed characters of a host: the parser behind `domainToASCII` would cut off or decode others. */
const HOST_AS_TYPED = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u;
/** At least two labels of letters, digits and inner hyphens (RFC 1123 §2.1), the last of which is not a number. */
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/**
 * The normalised form of a mail address, in which it is stored, looked up, counted and sent to; null: not a valid
 * address. Refused: all forms that a mail program could read as several addresses, a comment or a name, such as quoted
 * parts, lists, groups, angle brackets and address literals; and letters of several scripts before the @, which look like
 * another address. Lower case, composed (NFC), the host in its Unicode form, or in ASCII if it mixes scripts.
 */
export function normaliseMailAddress(typed: string): string | null {
  if (typed.length > MAX_TYPED_CHARACTERS) return null;
  const given = typed.trim();
  const at = given.lastIndexOf("@");
  if (at < 1) return null;
  const local = given.slice(0, at).toLowerCase().normalize("NFC");
  const host = given.slice(at + 1);
  const ascii = HOST_AS_TYPED.test(host) ? domainToASCII(host) : "";
  if (!LOCAL.test(local) || !isOneScript(local) || ascii.length > MAX_HOST_CHARACTERS || !HOST.test(ascii)) return null;
  const address = `${local}@${readableHost(ascii)}`;
  return octetsOf(local) <= MAX_LOCAL_OCTETS && octetsOf(`${local}@${ascii}`) <= MAX_OCTETS ? address : null;
}

/**
 * The mailbox of a normalised address, for limits only: without the tag after `+`, which many providers deliver to the
 * same mailbox (RFC 5233), and with compatible letters unified (NFKC).
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).normalize("NFKC").toLowerCase();
  return `${local.replace(/(?<=.)[+].*$/s, "")}${address.slice(at)}`;
}

/**
 * The addresses under which the user of this text may be stored: the text in lower case, as addresses were stored
 * before they were normalised, then the normalised form. Empty: not an address. For look-ups only: new addresses are
 * stored and sent to in the normalised form.
 */
export function storedMailAddresses(typed: string): string[] {
  if (typed.length > MAX_TYPED_CHARACTERS) return [];
  const former = typed.trim().toLowerCase();
  const isFormer = former.length <= MAX_OCTETS && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(former);
  return [isFormer ? former : null, normaliseMailAddress(typed)].filter((form) => form !== null);
}

function octetsOf(text: string): number {
  return Buffer.byteLength(text);
}
