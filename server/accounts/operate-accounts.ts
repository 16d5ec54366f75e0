import { type AuditFact, recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import { type Ctx, isOperator } from "../lib/context";
import { dbOf, inTransaction, type Tx } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { maskIban } from "../lib/money/iban";
import { notifyOfAccount } from "../merchants/notify-owners";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { connectionFault } from "./connection";
import { endConsentsOf } from "./consent-store";
import { withAccess } from "./list-account-access";
import { accountNotFound, type ManagedAccount } from "./managed-accounts";
import { checkRoles } from "./rules";
import { closeAccountRow, listAllAccounts, lockAccount, type NewAccount, updateConnection, updateRoles } from "./store";

/**
 * A merchant's accounts for the operator, closed ones last, with each account's access.
 * @throws AppError FORBIDDEN_VIEW, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listAccountsForOperator(
  ctx: Ctx,
  input: { merchantId: string | undefined },
): ReturnType<typeof withAccess> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN_VIEW");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return withAccess(ctx, await listAllAccounts(dbOf(ctx), merchant.id));
}

/** Sets an account's roles. Operators only. @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `roles` */
export async function setAccountRoles(ctx: Ctx, input: { id: string; roles: readonly string[] }): Promise<string[]> {
  const roles = checkRoles(input.roles);
  await changeAccount(ctx, input.id, async (tx, account) => {
    if (account.closedAt) throw accountNotFound();
    await updateRoles(tx, account.id, roles);
    const [before, after] = [{ roles: account.roles.join(", ") }, { roles: roles.join(", ") }];
    await recordAudit(tx, ctx, { action: "account.roles_set", ...factOf(account), before, after });
    const isChanged = before.roles !== after.roles;
    if (isChanged) await notifyOfAccount(tx, ctx, account, { kind: "roles", from: account.roles, to: roles });
  });
  return roles;
}

/**
 * Closes a managed account: it receives no new payments, is no longer listed, and its consent is revoked. Payments in
 * progress still arrive there. Idempotent. Operators only.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function closeAccount(ctx: Ctx, input: { id: string }): Promise<void> {
  await changeAccount(ctx, input.id, async (tx, account) => {
    if (account.closedAt) return;
    await closeAccountRow(tx, account.id);
    await endConsentsOf(tx, account.id, "closed");
    wake(tx, "account_consents");
    await recordAudit(tx, ctx, { action: "account.closed", ...factOf(account) });
    await notifyOfAccount(tx, ctx, account, { kind: "closed" });
  });
}

/**
 * Sets the connection of an open account whose present one is disabled or gone. Its consent was given to that one and ends.
 * False: it is closed, of the other environment, or still connected.
 * @throws AppError VALIDATION_ERROR on `roles` where they are not the account's
 */
export async function replaceConnection(
  tx: Tx,
  ctx: Ctx,
  id: string,
  { roles, ...to }: Pick<NewAccount, "connectionId" | "simulated" | "roles" | "bankName">,
): Promise<boolean> {
  const account = await lockAccount(tx, id);
  if (!account || account.closedAt || account.simulated !== to.simulated) return false;
  if ((await connectionFault({ tx }, account)) === null) return false;
  const kept = account.roles.join(", ");
  if (roles.join(", ") !== kept) {
    throw invalidField("roles", `This account has the roles ${kept}. To replace its connection, give the same.`);
  }
  await updateConnection(tx, id, to);
  await endConsentsOf(tx, id, "connection_replaced");
  wake(tx, "account_consents");
  const [before, after] = [{ connection: account.connectionId }, { connection: to.connectionId }];
  await recordAudit(tx, ctx, { action: "account.connection_replaced", ...factOf(account), before, after });
  return true;
}

/** The audit log names an account by its currency and masked IBAN. */
function factOf({ id, merchantId, currency, iban }: ManagedAccount): Omit<AuditFact, "action"> {
  return { merchantId, subjectId: id, detail: { currency, account: maskIban(iban) } };
}

async function changeAccount(
  ctx: Ctx,
  id: string,
  change: (tx: Tx, account: ManagedAccount) => Promise<void>,
): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  await inTransaction(ctx, async (tx) => {
    const account = isUuid(id) ? await lockAccount(tx, id) : null;
    if (!account) throw accountNotFound();
    await change(tx, account);
  });
}
