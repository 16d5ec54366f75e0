import type { Ctx } from "../../lib/context";
import { type Db, dbOf, type Tx } from "../../lib/db";
import { consoleLink } from "../../merchants/mail-lines";
import { readMerchant } from "../../merchants/read-merchant";
import type { UserRole } from "../rules";
import { findPeople } from "../users/user-store";
import type { CredentialOwner } from "./store";

/** The roles that look after a merchant's integration. */
const TECHNICAL_ROLES: readonly UserRole[] = ["owner", "admin", "developer"];

/**
 * The mail addresses of those who look after a merchant's integration: its own owners, admins and developers; where it
 * has none, its partner's. Without disabled users and duplicates.
 */
async function listTechnicalContacts(db: Db, merchant: { id: string; partnerId: string | null }): Promise<string[]> {
  const own = await findPeople(db, { merchantId: merchant.id, partnerId: null }, TECHNICAL_ROLES, MAX_CONTACTS);
  if (own.length > 0 || merchant.partnerId === null) return own;
  return findPeople(db, { merchantId: null, partnerId: merchant.partnerId }, TECHNICAL_ROLES, MAX_CONTACTS);
}

/** Above the size of a team. Larger groups can use a mailing list. */
const MAX_CONTACTS = 50;

/**
 * The recipients of mails about a credential: the owners, admins and developers of its merchant, partner or platform.
 */
export async function listCredentialContacts(
  tx: Tx,
  { merchantId, partnerId }: Pick<CredentialOwner, "merchantId" | "partnerId">,
): Promise<string[]> {
  if (merchantId !== null) return listTechnicalContacts(tx, await readMerchant({ tx }, merchantId));
  return findPeople(tx, { merchantId: null, partnerId }, TECHNICAL_ROLES, MAX_CONTACTS);
}

/** Whether a person gets the mails about a merchant's leaked API keys. */
export async function isCredentialContact(
  ctx: Pick<Ctx, "tx">,
  { merchantId, email }: { merchantId: string; email: string },
): Promise<boolean> {
  return (await listTechnicalContacts(dbOf(ctx), await readMerchant(ctx, merchantId))).includes(email);
}

/** Where the owner's API keys are created, for a mail. Only a merchant's have a page. */
export function whereKeysAre({ merchantId, partnerId }: Pick<CredentialOwner, "merchantId" | "partnerId">): string {
  if (merchantId !== null) return `API keys: ${consoleLink(merchantId, "/console/api-keys")}`;
  return partnerId === null
    ? "At the command line: npm run -s bankside -- credential create --admin --name <text>"
    : "Ask the operator of this installation: only the operator creates and changes a partner's API keys.";
}
