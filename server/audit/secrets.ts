import { isUrl } from "../lib/parse-url";

/** What an audit entry says of a value. */
export type AuditValue = string | number | boolean | null;
export type AuditValues = Readonly<Record<string, AuditValue>>;

const LEFT_OUT = "left out";

/** The longest text of an entry. What is longer is cut: an entry tells of a change and does not keep what was changed. */
const MAX_TEXT = 500;

/** Fields that hold a secret by their name. Whether one is set may be said: that is a boolean. */
const SECRET_FIELD = /secret|token|password|recovery|totp|private_?key/i;
/** The beginnings of what we hand out as secrets, and of those of others that are known. */
const SECRET_TEXT =
  /\b(?:csec|bses|atok|rtok|ptok|plink|whsec|binv|sk|rk|ghp|xox[abp])_[\w-]{16,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g;
/** A web address: its path and its query often hold a secret. */
const ADDRESS = /\bhttps?:\/\/[^\s,"'<>]+/gi;

function originOf(address: string): string {
  if (!isUrl(address)) return LEFT_OUT;
  const { origin, pathname, search, hash } = new URL(address);
  return pathname.length > 1 || search || hash ? `${origin}/…` : origin;
}

function textWithoutSecrets(text: string): string {
  const told = text.replace(SECRET_TEXT, LEFT_OUT).replace(ADDRESS, originOf);
  return told.length > MAX_TEXT ? `${told.slice(0, MAX_TEXT)}…` : told;
}

/**
 * Values as the audit log may keep them. Every entry goes through here, so that no use-case has to remember: what a
 * field holds that is a secret by its name is left out, so is what looks like one of ours anywhere else, and of a web
 * address the origin alone is kept.
 */
export function withoutSecrets(values: AuditValues): AuditValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (typeof value !== "string") return [field, value];
      return [field, SECRET_FIELD.test(field) ? LEFT_OUT : textWithoutSecrets(value)];
    }),
  );
}
