import type { Tx } from "../../lib/db";
import { readMerchant } from "../../merchants/read-merchant";
import { findPeople } from "../users/user-store";
import { listTechnicalContacts, TECHNICAL_ROLES } from "./list-technical-contacts";

const MAX_CONTACTS = 50;

/**
 * The recipients of mails about a credential: the owners, admins and developers of its merchant, partner or platform.
 */
export async function listCredentialContacts(
  tx: Tx,
  { merchantId, partnerId }: { merchantId: string | null; partnerId: string | null },
): Promise<string[]> {
  if (merchantId !== null) return listTechnicalContacts(tx, await readMerchant({ tx }, merchantId));
  return findPeople(tx, { merchantId: null, partnerId }, TECHNICAL_ROLES, MAX_CONTACTS);
}
