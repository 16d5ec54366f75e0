import { isUrl } from "../lib/net/parse-url";

/** A value in an audit entry. */
type AuditValue = string | number | boolean | null;
export type AuditValues = Readonly<Record<string, AuditValue>>;

const LEFT_OUT = "left out";

/** Texts are cut to this length, in characters: an entry describes a change and doesn't archive its content. */
const MAX_TEXT = 500;

/** Names of fields that hold secrets. Booleans are kept: they say only whether a secret is set. */
const SECRET_FIELD = /secret|token|password|recovery|totp|private_?key/i;
/** Prefixes of our own secrets, and of well-known ones of others. */
const SECRET_TEXT =
  /\b(?:csec|bses|atok|rtok|ptok|plink|whsec|binv|sk|rk|ghp|xox[abp])_[\w-]{16,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g;
/** A URL: its path and query often contain a secret. */
const ADDRESS = /\bhttps?:\/\/[^\s,"'<>]+/gi;

function originOf(address: string): string {
  if (!isUrl(address)) return LEFT_OUT;
  const { origin, pathname, search, hash } = new URL(address);
  return pathname.length > 1 || search || hash ? `${origin}/…` : origin;
}

function textWithoutSecrets(text: string): string {
  const redacted = text.replace(SECRET_TEXT, LEFT_OUT).replace(ADDRESS, originOf);
  return redacted.length > MAX_TEXT ? `${redacted.slice(0, MAX_TEXT)}…` : redacted;
}

/**
 * Removes secrets from values. Every audit entry passes through it: fields with a secret's name lose their value, texts
 * that look like a secret are removed, and URLs are cut to their origin.
 */
export function withoutSecrets(values: AuditValues): AuditValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (typeof value !== "string") return [field, value];
      return [field, SECRET_FIELD.test(field) ? LEFT_OUT : textWithoutSecrets(value)];
    }),
  );
}
