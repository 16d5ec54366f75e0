import { type Bank, findBank } from "../../banks/find-bank";
import { connectorFor } from "../../connectors/connector-for";
import type { BankCaller } from "../../connectors/guard/guard";
import type { BankConnector } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import { findProfile, findProfileById } from "../../connectors/profiles";
import { requestsScenario } from "../../connectors/simulated-profile";
import { db } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { type RequestRow, readRequest } from "../requests/store";

type Payment = Pick<RequestRow, "merchantId" | "paymentReference" | "test">;

export type Connection = { profile: BankProfile; connector: BankConnector };

/** The bank's connection for test or live payments; null if it is not connected in that mode. */
async function connectionTo(bank: Pick<Bank, "id" | "slug" | "schemes">, payment: Payment): Promise<Connection | null> {
  const profile = await findProfile(bank, payment.test ? "test" : "live");
  return profile && { profile, connector: connectorFor(profile, callerOf(payment, profile)) };
}

function callerOf({ merchantId, paymentReference }: Payment, profile: BankProfile): BankCaller {
  return { merchantId, isScenario: requestsScenario(profile, paymentReference) };
}

/**
 * The connection to start a payment of this currency at the chosen bank; `field` is the field of the choice.
 * @throws AppError MISSING_CONVERTED_AMOUNT, VALIDATION_ERROR on `field`
 */
export async function connectionForPayment(
  bank: Pick<Bank, "id" | "slug" | "schemes" | "currency">,
  payment: Payment & { currency: string },
  field: string,
): Promise<Connection> {
  if (bank.currency !== payment.currency) {
    const metadata = { payment_currency: payment.currency, bank_currency: bank.currency };
    throw new AppError("MISSING_CONVERTED_AMOUNT", { metadata });
  }
  const connection = await connectionTo(bank, payment);
  if (!connection)
    throw invalidField(
      field,
      `this bank is not available for ${payment.test ? "test" : "live"} payments: choose another bank`,
    );
  return connection;
}

/**
 * The connection that a payment was started over, also if it is disabled by now, and the payment. Throws if the operator has
 * removed it. `given`: if the caller has read the payment; what the connection depends on never changes.
 */
export async function connectionOf(
  attempt: { bankId: string; bankProfileId: string | null; paymentRequestId: string },
  test: boolean,
  given?: RequestRow,
): Promise<Connection & { request: RequestRow }> {
  const [bank, request] = await Promise.all([
    findBank({}, attempt.bankId),
    given ?? readRequest(db(), attempt.paymentRequestId),
  ]);
  const { merchantId, paymentReference } = request;
  const payment = { merchantId, paymentReference, test };
  const connection = attempt.bankProfileId
    ? await connectionById(attempt.bankProfileId, bank, payment)
    : bank && (await connectionTo(bank, payment));
  if (!connection) throw new Error(`Bank ${attempt.bankId} is no longer connected.`);
  return { ...connection, request };
}

async function connectionById(id: string, bank: Bank | null, payment: Payment): Promise<Connection | null> {
  const options = { evenDisabled: true, ...(bank ? { bank } : {}) };
  const profile = await findProfileById(id, payment.test ? "test" : "live", options);
  return profile && { profile, connector: connectorFor(profile, callerOf(payment, profile)) };
}
