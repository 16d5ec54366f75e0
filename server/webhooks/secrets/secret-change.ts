import type { AuditFact } from "../../audit/record-audit";
import type { LockedSecrets } from "./lock-secrets";

/** The audit entry of a change of secrets, without the secret. */
export function secretAuditFact(
  what: "rotated" | "prepared" | "activated" | "discarded",
  { merchantId, rowId }: LockedSecrets,
  name: string | null,
): AuditFact {
  return name === null
    ? { action: `webhook_secret.${what}`, merchantId, subjectId: rowId }
    : { action: `webhook_endpoint.secret_${what}`, merchantId, subjectId: rowId, detail: { name } };
}
