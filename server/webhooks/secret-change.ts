import type { AuditFact } from "../audit/record-audit";
import type { LockedSecrets } from "./lock-secrets";

/** What the audit log says of a change of a destination's secrets: never a secret. */
export function secretChange(
  what: "rotated" | "prepared" | "activated" | "discarded",
  { merchantId, rowId }: LockedSecrets,
  name: string | null,
): AuditFact {
  return name === null
    ? { action: `webhook_secret.${what}`, merchantId, subjectId: rowId }
    : { action: `webhook_endpoint.secret_${what}`, merchantId, subjectId: rowId, detail: { name } };
}
