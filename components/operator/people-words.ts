import type { Outputs } from "../console/queries";

type Person = Outputs["platform"]["people"]["list"]["items"][number];
type PersonRole = Person["roles"][number];

export const ROLE_WORDS = [
  { role: "owner", words: "Everything, and who else may." },
  { role: "admin", words: "Everything but owners." },
  { role: "developer", words: "Credentials, webhooks, logs and tests; no people." },
  { role: "finance", words: "Money: links, balances, movements, exports." },
  { role: "viewer", words: "Looks at everything but secrets and logs." },
] as const;

export type RoleName = (typeof ROLE_WORDS)[number]["role"];

/** Whether a role holds in that place; neither of them: at the platform. */
export function isAt(role: PersonRole, place: { merchantId?: string; partnerId?: string }): boolean {
  return role.merchantId === (place.merchantId ?? null) && role.partnerId === (place.partnerId ?? null);
}

/** A role with where it holds: `owner of Olaria do Norte`, `viewer of the platform`. */
export function roleWords({ role, merchantId, partnerId, placeName }: PersonRole): string {
  if (merchantId === null && partnerId === null) return `${role} of the platform`;
  return `${role} of ${placeName ?? "a place that is gone"}`;
}
