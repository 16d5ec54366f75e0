import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { isIban, maskIban, normaliseIban } from "../lib/money/iban";
import { isCurrency } from "../lib/money/money";
import { checkName } from "../lib/names";
import { notifyOfAccount } from "../merchants/notify-owners";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { connectionFault } from "./connection";
import { replaceConnection } from "./operate-accounts";
import { checkRoles } from "./rules";
import { findAccountsByIban, insertAccount } from "./store";

const ALREADY_MANAGED = "This account is already managed.";
const MAX_NAME = 70; // creditorName of NextGenPSD2 1.3.x

export type NewManagedAccount = {
  merchantId: string | undefined;
  /** The connection to the bank that holds it. */
  connectionId: string;
  iban: string;
  /** ISO 4217, in any case. */
  currency: string;
  roles: readonly string[];
  /** The name of the account's holder; by default the merchant's name. */
  holderName?: string | undefined;
  /** The bank's display name; by default the connection's name. */
  bankName?: string | undefined;
  /** At a test connection, for test payments only. */
  simulated: boolean;
};

/** The rules of the form alone. @throws AppError VALIDATION_ERROR on the field */
export function checkNewAccount(input: Omit<NewManagedAccount, "merchantId" | "connectionId" | "simulated">) {
  const iban = normaliseIban(input.iban);
  const currency = input.currency.trim().toUpperCase();
  if (!isIban(iban)) throw invalidField("iban", "Enter a valid IBAN: check its length and check digits.");
  if (!isCurrency(currency)) throw invalidField("currency", "Enter a current currency of ISO 4217, such as EUR.");
  const roles = checkRoles(input.roles);
  const holderName =
    input.holderName === undefined ? undefined : checkName(input.holderName, { max: MAX_NAME, field: "holder_name" });
  const bankName =
    input.bankName === undefined ? null : checkName(input.bankName, { max: MAX_NAME, field: "bank_name" });
  return { iban, currency, roles, holderName, bankName };
}

/**
 * Adds a managed account, or opens a closed one again. A real account needs a live connection and belongs to one merchant
 * only. An open account whose connection is disabled or gone gets the given connection. Operators only.
 * @throws AppError FORBIDDEN_CREATE, MERCHANT_NOT_FOUND, VALIDATION_ERROR on the field
 */
export async function addAccount(ctx: Ctx, input: NewManagedAccount): Promise<{ id: string }> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN_CREATE");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { connectionId, simulated } = input;
  const { iban, currency, roles, holderName = merchant.brandName, bankName } = checkNewAccount(input);
  const fault = await connectionFault(ctx, { connectionId, simulated });
  if (fault !== null) throw invalidField("connection", fault);
  return inTransaction(ctx, async (tx) => {
    const known = await findAccountsByIban(tx, iban, currency);
    const own = known.find((account) => !account.closedAt && account.merchantId === merchant.id);
    if (own) {
      const isReplaced = await replaceConnection(tx, ctx, own.id, { connectionId, simulated, roles, bankName });
      if (!isReplaced) throw invalidField("iban", ALREADY_MANAGED);
      return { id: own.id };
    }
    if (known.some((account) => !account.closedAt && account.simulated === simulated))
      throw invalidField("iban", "Another merchant manages this account.");
    const row = { merchantId: merchant.id, currency, roles, simulated, connectionId, bankName, iban, holderName };
    const id = await insertAccount(tx, row);
    if (id === null) throw invalidField("iban", ALREADY_MANAGED);
    const detail = { currency, roles: roles.join(","), connection: connectionId, account: maskIban(iban), simulated };
    await recordAudit(tx, ctx, { action: "account.added", merchantId: merchant.id, subjectId: id, detail });
    await notifyOfAccount(tx, ctx, row, { kind: "added", roles });
    return { id };
  });
}
