import type { Tx } from "../../lib/db";
import type { UserRole } from "../rules";
import { findPeople } from "../users/user-store";

/** The roles that look after a merchant's integration. */
export const TECHNICAL_ROLES: readonly UserRole[] = ["owner", "admin", "developer"];
/** Above the size of a team. Larger groups can use a mailing list. */
const MAX_CONTACTS = 50;

/**
 * The mail addresses of those who look after a merchant's integration: its own owners, admins and developers; where it
 * has none, its partner's. Without disabled users and duplicates.
 */
export async function listTechnicalContacts(
  tx: Tx,
  merchant: { id: string; partnerId: string | null },
): Promise<string[]> {
  const own = await findPeople(tx, { merchantId: merchant.id, partnerId: null }, TECHNICAL_ROLES, MAX_CONTACTS);
  if (own.length > 0 || merchant.partnerId === null) return own;
  return findPeople(tx, { merchantId: null, partnerId: merchant.partnerId }, TECHNICAL_ROLES, MAX_CONTACTS);
}
