import type { Outputs } from "./queries";

export type AuditEntry = Outputs["audit"]["list"]["items"][number];

/** What somebody did, in the past tense: their name stands before it, and what they did it to behind it. */
const ACTS: Record<string, string> = {
  "account.added": "added the account",
  "account.closed": "closed the account",
  "account.roles_set": "changed what an account is for:",
  "account_consent.denied": "was refused access to an account",
  "account_consent.granted": "was given access to an account",
  "account_consent.removed": "gave back the access to an account",
  "account_consent.requested": "asked for access to an account",
  "acting.begun": "began to act for this merchant",
  "acting.ended": "stopped acting for this merchant",
  "audit_log.exported": "exported the audit log",
  "calls.exported": "exported the API log",
  "connection.changed": "changed the connection",
  "connection.created": "added the connection",
  "connection.disabled": "disabled the connection",
  "connection.enabled": "enabled the connection",
  "connection.tested": "tested the connection",
  "credential.created": "created the credential",
  "credential.disabled": "disabled the credential",
  "credential.leak_reported": "disabled, because its secret had leaked, the credential",
  "credential.limited": "changed the end or the allowed addresses of the credential",
  "deliveries.exported": "exported webhook deliveries",
  "merchant.allowed_origins_set": "changed the origins that may frame the checkout",
  "merchant.branding_set": "changed the name or the colour of the checkout",
  "merchant.created": "created the merchant",
  "merchant.logo_removed": "removed the checkout's logo",
  "merchant.logo_set": "set the checkout's logo",
  "merchant.name_approved": "approved the name of the checkout",
  "merchant.name_refused": "refused the name of the checkout",
  "merchant.name_request_withdrawn": "withdrew the new name of the checkout",
  "merchant.name_requested": "asked for another name of the checkout",
  "merchant.reinstated": "lifted the suspension of the merchant",
  "merchant.suspended": "suspended the merchant",
  "merchant.request_limit_set": "set the merchant's API request limit",
  "merchants.exported": "exported the merchants",
  "movements.exported": "exported the movements",
  "partner.created": "created the partner",
  "partners.exported": "exported the partners",
  "passkey.added": "added the passkey",
  "passkey.removed": "removed the passkey",
  "passkey.renamed": "renamed the passkey",
  "payment.cancelled": "cancelled the payment",
  "payment_anomaly.resolved": "ticked off what had to be looked at",
  "payment_link.cancelled": "cancelled the payment link",
  "payment_link.created": "created the payment link",
  "payment_link.mailed": "sent by mail the payment link",
  "payment_links.exported": "exported payment links",
  "payments.exported": "exported payments",
  "people.exported": "exported the people",
  "recovery_code.used": "used a recovery code",
  "recovery_codes.renewed": "made new recovery codes",
  "second_step.added": "turned on the second step",
  "second_step.guessed": "guessed at the second step until no try was left, of",
  "second_step.removed": "turned off the second step",
  "session.all_ended": "signed out everywhere",
  "session.ended": "ended a session",
  "session.others_ended": "ended all other sessions",
  "statement_entry.dismissed": "set aside a movement",
  "statement_entry.matched": "matched a movement by hand",
  "team.invitation_resent": "sent an invitation again:",
  "team.invitation_withdrawn": "withdrew the invitation of",
  "team.invited": "invited",
  "team.joined": "joined the team:",
  "team.removed": "removed from the team",
  "team.role_changed": "changed the role of",
  "token_family.leak_reported": "revoked, because one had leaked, the tokens of",
  "token_family.repeated_elsewhere": "noted a token renewed from two networks, of",
  "token_family.reuse_detected": "revoked the tokens of",
  "two_factor.made_optional": "made two-factor authentication optional",
  "two_factor.required": "required two-factor authentication",
  "user.disabled": "disabled the user",
  "user.enabled": "enabled the user",
  "user.role_given": "gave a role to",
  "user.role_taken": "took a role from",
  "user.sign_in_reset": "removed every way to sign in but the mailed code of",
  "user.signed_in": "signed in",
  "user.token_issued": "got a token of the API",
  "user.verified": "confirmed who they are",
  "webhook_deliveries.resent": "sent webhooks again",
  "webhook_delivery.resent": "sent a webhook again",
  "webhook_destination.paused": "paused the endpoint",
  "webhook_destination.resumed": "resumed the endpoint",
  "webhook_endpoint.created": "created the endpoint",
  "webhook_endpoint.disabled": "disabled the endpoint",
  "webhook_endpoint.edited": "changed the endpoint",
  "webhook_endpoint.enabled": "enabled the endpoint",
  "webhook_endpoint.examined": "began an exam of the endpoint",
  "webhook_endpoint.probed": "looked into the endpoint",
  "webhook_endpoint.secret_activated": "made the next secret the one in use at",
  "webhook_endpoint.secret_discarded": "discarded the next secret of",
  "webhook_endpoint.secret_prepared": "prepared the next secret of",
  "webhook_endpoint.secret_rotated": "renewed the secret of",
  "webhook_endpoint.tested": "sent a test to the endpoint",
  "webhook_listener.created": "began to listen at",
  "webhook_secret.activated": "made the next webhook secret the one in use",
  "webhook_secret.discarded": "discarded the next webhook secret",
  "webhook_secret.generated": "generated the webhook secret",
  "webhook_secret.leak_reported": "reported a leak of the webhook secret",
  "webhook_secret.prepared": "prepared the next webhook secret",
  "webhook_secret.revoked": "revoked the webhook secret",
  "webhook_secret.rotated": "renewed the webhook secret",
  "webhook_url.set": "set the webhook URL",
};

/** Whether the log has words of its own for an act. Tests ask for every act that the code writes. */
export function hasWords(action: string): boolean {
  return Object.hasOwn(ACTS, action);
}

/** The act in words; one that was written by a later release, as it stands. */
export function actWords(action: string): string {
  return ACTS[action] ?? action.replaceAll(/[._]/g, " ");
}

/** What the act was done to, by the name that people know it by; null: the words say it all. */
export function thingWords({ actor, action, subjectName, subjectId, detail, after }: AuditEntry): string | null {
  const named = ["name", "email", "path", "host"].map((field) => after?.[field] ?? detail[field]);
  const found = named.find((value) => typeof value === "string" && value !== "");
  // Of their own matters the words say it all.
  if (!found && subjectId !== null && subjectId === actor.id) return null;
  if (action.startsWith("user.") && subjectName === null) return null;
  if (found) return String(found);
  if (subjectName !== null) return subjectName;
  const isAboutAll =
    /^(?:merchant|two_factor|acting|user|session|webhook_secret|webhook_url|second_step|recovery)|exported$/.test(
      action,
    );
  return isAboutAll || subjectId === null ? null : subjectId.slice(0, 8);
}

/** Who acted, and as whom. */
export function whoWords({ actor, actingAs, partnerName }: AuditEntry): { name: string; as: string | null } {
  if (actor.kind === "system") return { name: "Bankside", as: "the service" };
  if (actor.kind === "bank") return { name: "The bank", as: null };
  if (actor.kind === "shopper") return { name: "Somebody", as: "not signed in" };
  const name = actor.name ?? actor.id?.slice(0, 8) ?? "Somebody";
  if (actor.kind === "credential") return { name, as: "credential" };
  if (actingAs === "partner") return { name, as: partnerName ?? "partner" };
  return { name, as: actingAs === "admin" ? "operator" : null };
}

/** By which way the act came. */
export function howWords({ actor, device, ip }: AuditEntry): string {
  if (actor.kind === "credential") return "API";
  if (device !== null) return device;
  return ip === null ? "on the server" : "API";
}

/** The fields that were changed, as they were and are; for other acts what is told of them. */
export function changeRows({ before, after, detail }: AuditEntry): { field: string; before: string; after: string }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) {
    return Object.entries(detail).map(([field, value]) => ({
      field: fieldWords(field),
      before: "",
      after: words(value),
    }));
  }
  return names.map((field) => ({
    field: fieldWords(field),
    before: words(before?.[field] ?? null),
    after: words(after?.[field] ?? null),
  }));
}

function fieldWords(field: string): string {
  const plain = field.replaceAll("_", " ").replace(/\bid\b/, "id");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function words(value: string | number | boolean | null): string {
  if (value === null || value === "") return "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
