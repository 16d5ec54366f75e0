import type { Outputs } from "../../ui/queries";
import { capitalize } from "../../ui/text";

export type AuditEntry = Outputs["audit"]["list"]["items"][number];

/** Labels of actions in the past tense, between the actor's name and the object's. */
const ACTION_LABELS: Record<string, string> = {
  "account.added": "added the account",
  "account.closed": "closed the account",
  "account.connection_replaced": "replaced the connection of the account",
  "account.roles_set": "changed the roles of the account",
  "account_consent.denied": "was denied access to an account",
  "account_consent.ended": "recorded the end of access to an account",
  "account_consent.failed": "failed to get access to an account",
  "account_consent.granted": "was granted access to an account",
  "account_consent.removed": "removed access to an account",
  "account_consent.requested": "requested access to an account",
  "acting.begun": "started acting for this merchant",
  "acting.ended": "stopped acting for this merchant",
  "audit_log.exported": "exported the audit log",
  "calls.exported": "exported the API log",
  "connection.changed": "changed the connection",
  "connection.created": "added the connection",
  "connection.disabled": "disabled the connection",
  "connection.enabled": "enabled the connection",
  "connection.tested": "tested the connection",
  "credential.created": "created the API key",
  "credential.disabled": "disabled the API key",
  "credential.leak_reported": "reported a leak of and disabled the API key",
  "credential.limited": "changed the expiry or the allowed IP addresses of the API key",
  "deliveries.exported": "exported webhook deliveries",
  "encryption_key.retired": "ran the retirement of encryption keys",
  "merchant.allowed_origins_set": "changed the allowed domains of the checkout",
  "merchant.business_set": "changed the business details",
  "merchant.help_address_set": "changed the help address of the checkout",
  "merchant.branding_set": "changed the name or colour of the checkout",
  "merchant.receipts_set": "switched receipts by e-mail on or off",
  "merchant.created": "created the merchant",
  "merchant.logo_removed": "removed the checkout’s logo",
  "merchant.logo_set": "set the checkout’s logo",
  "merchant.name_approved": "approved the name of the checkout",
  "merchant.name_refused": "rejected the name of the checkout",
  "merchant.name_request_withdrawn": "withdrew the new name of the checkout",
  "merchant.name_requested": "requested a new name for the checkout",
  "merchant.reinstated": "reinstated the merchant",
  "merchant.suspended": "suspended the merchant",
  "merchant.request_limit_set": "set the merchant’s API request limit",
  "merchants.exported": "exported the merchants",
  "movements.exported": "exported the transactions",
  "reports.exported": "exported a monthly report",
  "notification.set": "changed their e-mail notifications",
  "partner.created": "created the partner",
  "partners.exported": "exported the partners",
  "passkey.added": "added the passkey",
  "passkey.removed": "removed the passkey",
  "passkey.renamed": "renamed the passkey",
  "payment.cancelled": "cancelled the payment",
  "payment.note_added": "added a note to the payment",
  "payment.note_deleted": "deleted a note of the payment",
  "payment_anomaly.resolved": "resolved an exception",
  "payment_link.cancelled": "cancelled the payment link",
  "payment_link.created": "created the payment link",
  "payment_link.mailed": "e-mailed the payment link",
  "payment_links.exported": "exported payment links",
  "payments.exported": "exported payments",
  "customer.erased": "erased a customer",
  "customer.note_added": "added a note to a customer",
  "customer.note_deleted": "deleted a note of a customer",
  "people.exported": "exported the people",
  "recovery_code.used": "used a recovery code",
  "recovery_codes.renewed": "created new recovery codes",
  "second_step.added": "set up two-factor authentication",
  "second_step.guessed": "used up the two-factor attempts of",
  "second_step.removed": "removed two-factor authentication",
  "session.all_ended": "signed out everywhere",
  "session.ended": "ended a session",
  "session.others_ended": "ended all other sessions",
  "statement_entry.dismissed": "dismissed a transaction",
  "statement_entry.matched": "matched a transaction manually",
  "team.invitation_resent": "resent the invitation to",
  "team.invitation_withdrawn": "cancelled the invitation to",
  "team.invited": "invited",
  "team.joined": "joined the team",
  "team.removed": "removed from the team",
  "team.role_changed": "changed the role of",
  "token_family.leak_reported": "reported a leak of and revoked the tokens of",
  "token_family.repeated_elsewhere": "detected a token refreshed from two networks, of",
  "token_family.reuse_detected": "revoked the tokens of",
  "two_factor.made_optional": "made two-factor authentication optional",
  "two_factor.required": "required two-factor authentication",
  "user.disabled": "disabled the user",
  "user.enabled": "enabled the user",
  "user.recovery_codes_deleted": "deleted the recovery codes of",
  "user.role_given": "assigned a role to",
  "user.role_taken": "removed a role from",
  "user.sign_in_reset": "removed the passkeys and two-factor authentication of",
  "user.signed_in": "signed in",
  "user.token_issued": "got an API token",
  "user.verified": "confirmed their identity",
  "webhook_deliveries.resent": "resent webhooks",
  "webhook_delivery.resent": "resent a webhook",
  "webhook_destination.paused": "paused deliveries to",
  "webhook_destination.resumed": "resumed deliveries to",
  "webhook_endpoint.created": "created the endpoint",
  "webhook_endpoint.disabled": "disabled the endpoint",
  "webhook_endpoint.edited": "changed the endpoint",
  "webhook_endpoint.enabled": "enabled the endpoint",
  "webhook_endpoint.examined": "ran the receiver test of",
  "webhook_endpoint.probed": "tested the connection of",
  "webhook_endpoint.secret_activated": "activated the next secret of",
  "webhook_endpoint.secret_discarded": "discarded the next secret of",
  "webhook_endpoint.secret_prepared": "created the next secret of",
  "webhook_endpoint.secret_rotated": "rotated the secret of",
  "webhook_endpoint.tested": "sent a test event to",
  "webhook_listener.created": "started the listener",
  "webhook_secret.activated": "activated the next webhook secret",
  "webhook_secret.discarded": "discarded the next webhook secret",
  "webhook_secret.generated": "created the webhook secret",
  "webhook_secret.leak_reported": "reported a leak of the webhook secret",
  "webhook_secret.prepared": "created the next webhook secret",
  "webhook_secret.revoked": "revoked the webhook secret",
  "webhook_secret.rotated": "rotated the webhook secret",
  "webhook_url.set": "set the webhook URL",
};

/** Whether an action has a label. A test checks every action that the code records. */
export function hasActionLabel(action: string): boolean {
  return Object.hasOwn(ACTION_LABELS, action);
}

/** An action's label; an unknown action (of a later release) as its own name. */
export function formatAction(action: string): string {
  return ACTION_LABELS[action] ?? action.replaceAll(/[._]/g, " ");
}

/** The object of an action by its name; null: the action's label is enough. */
export function formatObject({ actor, action, subjectName, subjectId, detail, after }: AuditEntry): string | null {
  // Its id is its name.
  if (action.startsWith("connection.")) return subjectId;
  const named = ["name", "email", "path", "host", "order_id"].map((field) => after?.[field] ?? detail[field]);
  const found = named.find((value) => typeof value === "string" && value !== "");
  // For a person's own account the label is enough.
  if (!found && subjectId !== null && subjectId === actor.id) return null;
  if (action.startsWith("user.") && subjectName === null) return null;
  if (found) return String(found);
  if (subjectName !== null) return subjectName;
  if (/^webhook_(?:endpoint|destination)/.test(action) && detail["name"] === null) return "the default URL";
  const { account, currency } = detail;
  if (action.startsWith("account.") && account && currency) return `${account} (${currency})`;
  // The label names no payment.
  if (action === "customer.erased" && subjectId !== null) return `of the payment ${subjectId.slice(0, 8)}`;
  const isAboutAll =
    /^(?:merchant|two_factor|acting|user|session|webhook_secret|webhook_url|second_step|recovery)|exported$/.test(
      action,
    );
  // Only a UUID is cut: other ids, such as a connection's, are names.
  return isAboutAll || subjectId === null ? null : subjectId.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/, "$1");
}

/** The actor's name and role. */
export function formatActor(entry: AuditEntry): { name: string; as: string | null } {
  const { actor, actingAs, partnerName, device } = entry;
  // Earlier releases did not mark the command line: without a device it may be either, and both are Bankside.
  if (actor.kind === "system") return { name: device === null ? "Bankside" : "Operator", as: null };
  if (actor.kind === "bank") return { name: "Bank", as: null };
  if (actor.kind === "shopper") return { name: "Customer", as: null };
  const name = actor.name ?? actor.id?.slice(0, 8) ?? "Unknown";
  if (actor.kind === "credential") return { name, as: "API key" };
  if (actingAs === "partner") return { name, as: partnerName ?? "partner" };
  return { name, as: actingAs === "admin" ? "operator" : null };
}

/** The client of an action: browser, API or command line; null: none, or not recorded. */
export function formatClient({ actor, device, ip }: AuditEntry): string | null {
  if (actor.kind === "credential") return "API";
  return device ?? (ip === null ? null : "API");
}

/** The changed fields, before and after; for other actions the fields of the detail. */
export function changeRows({ before, after, detail }: AuditEntry): { field: string; before: string; after: string }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) {
    return Object.entries(detail).map(([field, value]) => ({
      field: formatField(field),
      before: "",
      after: formatValue(value),
    }));
  }
  return names.map((field) => ({
    field: formatField(field),
    before: formatValue(before?.[field] ?? null),
    after: formatValue(after?.[field] ?? null),
  }));
}

function formatField(field: string): string {
  return capitalize(field.replaceAll("_", " "));
}

function formatValue(value: string | number | boolean | null): string {
  if (value === null || value === "") return "–";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
