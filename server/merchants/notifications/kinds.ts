/** The roles of a membership. Identity, which is to the right of this domain, owns them; a test compares both. */
const EVERYONE = ["owner", "admin", "developer", "finance", "viewer"] as const;
const DEVELOPERS = ["owner", "admin", "developer"] as const;

type Role = (typeof EVERYONE)[number];

/**
 * `roles`: who may see the subject, and so get the mail. `on`: those who get it until they choose otherwise. `isFixed`: the
 * merchant's own members with a role of `on` cannot switch it off.
 */
export type NotificationPolicy = { roles: readonly Role[]; on: readonly Role[]; isFixed?: true };

/**
 * The kinds of mail about a merchant that each person switches on and off. The mails of before are on for those who got
 * them; a new kind is off, so that an upgrade mails nothing new.
 */
export const NOTIFICATIONS = {
  payment_returned: { roles: EVERYONE, on: [] },
  monthly_report: { roles: EVERYONE, on: [] },
  webhook_endpoint_failing: { roles: DEVELOPERS, on: DEVELOPERS },
  credential_ending: { roles: DEVELOPERS, on: DEVELOPERS },
  // An intruder must not change what customers see, or where their money goes, without the owner's knowledge.
  checkout_changed: { roles: EVERYONE, on: ["owner"], isFixed: true },
  member_joined: { roles: EVERYONE, on: [] },
} as const satisfies Record<string, NotificationPolicy>;

export type NotificationKind = keyof typeof NOTIFICATIONS;

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[];

export function policyOf(kind: NotificationKind): NotificationPolicy {
  return NOTIFICATIONS[kind];
}
