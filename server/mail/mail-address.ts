import { domainToASCII, domainToUnicode } from "node:url";

/** RFC 5321 §4.5.3.1.1: octets of the part before the @. */
const MAX_LOCAL_OCTETS = 64;
/** RFC 5321 §4.5.3.1.3, less the angle brackets: octets of the whole. */
const MAX_OCTETS = 254;
/** RFC 1035 §2.3.4. */
const MAX_HOST_CHARACTERS = 253;

/**
 * `Dot-string` of RFC 5321 §4.1.2: atoms between single dots. Letters, marks and digits beyond ASCII as RFC 6531 §3.3 lets
 * them; not its other characters, some of which are invisible.
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\p{L}\\p{M}\\p{N}]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, "u");
/** What a host may be written with: the address parser behind `domainToASCII` would cut off or decode the rest. */
const HOST_AS_TYPED = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u;
/** At least two labels of letters, digits and inner hyphens (RFC 1123 §2.1), the last of which is no number. */
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/**
 * The one form in which a mail address is stored, looked up, counted and sent to; null: it is not an address that mail is
 * sent to. Everything that a mail program could read as more than one address, a comment or a name is refused: quoted
 * parts, lists, groups, angle brackets and address literals. Lower case, composed (NFC), the host in its Unicode form.
 */
export function normaliseMailAddress(typed: string): string | null {
  const given = typed.trim();
  const at = given.lastIndexOf("@");
  if (at < 1) return null;
  const local = given.slice(0, at).toLowerCase().normalize("NFC");
  const host = given.slice(at + 1);
  const ascii = HOST_AS_TYPED.test(host) ? domainToASCII(host) : "";
  if (!LOCAL.test(local) || ascii.length > MAX_HOST_CHARACTERS || !HOST.test(ascii)) return null;
  const address = `${local}@${domainToUnicode(ascii)}`;
  return octetsOf(local) <= MAX_LOCAL_OCTETS && octetsOf(`${local}@${ascii}`) <= MAX_OCTETS ? address : null;
}

/**
 * The mailbox of an address in its one form, for limits alone: without the tag behind `+`, which many providers deliver to
 * the same mailbox (RFC 5233), and with compatible letters taken for one (NFKC).
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).normalize("NFKC").toLowerCase();
  return `${local.replace(/(?<=.)[+].*$/s, "")}${address.slice(at)}`;
}

/**
 * The addresses under which a user may be stored whom this text means: the text itself in lower case, as addresses were
 * stored before they had one form, then the one form. None: it is no address. For look-ups alone: what is stored, and what
 * is sent to somebody who is not stored, has the one form.
 */
export function storedMailAddresses(typed: string): string[] {
  const former = typed.trim().toLowerCase();
  const isFormer = former.length <= MAX_OCTETS && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(former);
  return [isFormer ? former : null, normaliseMailAddress(typed)].filter((form) => form !== null);
}

function octetsOf(text: string): number {
  return Buffer.byteLength(text);
}
