import type { Outputs } from "../../ui/queries";

/** The scope of a role: a merchant, a partner, or (neither) the platform. */
export type RoleScope = { merchantId?: string; partnerId?: string };

type Person = Outputs["platform"]["people"]["list"]["items"][number];
type PersonRole = Person["roles"][number];

export const ROLE_LABELS = [
  { role: "owner", words: "Full access, including roles" },
  { role: "admin", words: "Full access except managing owners" },
  { role: "developer", words: "API keys, webhooks, logs and tests; no members" },
  { role: "finance", words: "Payment links, balances, transactions and exports" },
  { role: "viewer", words: "Read-only, without secrets and logs" },
] as const;

export type RoleName = (typeof ROLE_LABELS)[number]["role"];

/** Whether a role belongs to that scope; neither ID: the platform. */
export function isAt(role: PersonRole, place: { merchantId?: string; partnerId?: string }): boolean {
  return role.merchantId === (place.merchantId ?? null) && role.partnerId === (place.partnerId ?? null);
}

/** A role with its scope: `owner of Olaria do Norte`, `viewer of the platform`. */
export function formatRole({ role, merchantId, partnerId, placeName }: PersonRole): string {
  if (merchantId === null && partnerId === null) return `${role} of this installation`;
  return `${role} of ${placeName ?? "a removed organisation"}`;
}
