import type { AuditValues } from "../../audit/secrets";
import { readProfile } from "../profiles";
import { bankNames } from "./list-connections";

type Stored = { profile: unknown; bankIds: readonly string[] };

/** The fields in which two states of a connection differ, named as in its file: `security.tls.certFile`. */
export function changesOf(before: Stored, after: Stored): { before: AuditValues; after: AuditValues } {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  const pick = (fields: AuditValues) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: pick(was), after: pick(is) };
}

/** A profile has paths of PEM files and no secret. */
function fieldsOf({ profile, bankIds }: Stored): AuditValues {
  return flatten({ banks: bankNames(bankIds), ...((readProfile(profile).profile ?? profile) as object) }, "");
}

function flatten(value: unknown, name: string): AuditValues {
  if (Array.isArray(value)) return { [name]: value.join(", ") };
  if (typeof value !== "object" || value === null) return { [name]: value as AuditValues[string] };
  return Object.assign(
    {},
    ...Object.entries(value).map(([field, inner]) => flatten(inner, name === "" ? field : `${name}.${field}`)),
  );
}
