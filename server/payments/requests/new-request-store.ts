import type { Ctx } from "../../lib/context";
import { dbOf, Prisma } from "../../lib/db";
import { countOf } from "../../lib/statements";

type NewRequest = {
  id: string;
  merchantId: string;
  flow: "embedded" | "redirect" | "link";
  paymentLinkId: string | null;
  tokenHash: Uint8Array<ArrayBuffer>;
  tokenSealed: Uint8Array<ArrayBuffer>;
  amount: bigint;
  currency: string;
  paymentReference: string;
  orderId: string;
  locale: string;
  test: boolean;
  rewards: object | null;
  customer: object | null;
  billingAddress: object | null;
  deviceType: string | null;
  selectedBankId: string | null;
  successUrl: string | null;
  failureUrl: string | null;
  metadata: Record<string, string>;
  webhookEndpoints: string[];
  ttlS: number;
};

export async function insertRequest(ctx: Pick<Ctx, "tx" | "oneInsert">, row: NewRequest): Promise<void> {
  if (ctx.oneInsert) ctx.oneInsert.take((from) => insertRequestSql(row, from));
  else await countOf(dbOf(ctx), insertRequestSql(row));
}

function insertRequestSql(row: NewRequest, from = Prisma.empty): Prisma.Sql {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return Prisma.sql`
    INSERT INTO payment_requests (id, merchant_id, flow, payment_link_id, token_hash, token_sealed, amount, currency,
      payment_reference, order_id, locale, test, rewards, customer, billing_address, device_type, selected_bank_id,
      success_url, failure_url, metadata, webhook_endpoints, expires_at)
    SELECT ${row.id}::uuid, ${row.merchantId}::uuid, ${row.flow}::text, ${row.paymentLinkId}::uuid, ${row.tokenHash}::bytea,
      ${row.tokenSealed}::bytea, ${row.amount}::bigint, ${row.currency}::text, ${row.paymentReference}::text,
      ${row.orderId}::text, ${row.locale}::text, ${row.test}::boolean, ${json(row.rewards)}::jsonb,
      ${json(row.customer)}::jsonb, ${json(row.billingAddress)}::jsonb, ${row.deviceType}::text,
      ${row.selectedBankId}::uuid, ${row.successUrl}::text, ${row.failureUrl}::text, ${JSON.stringify(row.metadata)}::jsonb,
      ${row.webhookEndpoints}::text[], app_now() + make_interval(secs => ${row.ttlS}::float8) ${from}`;
}
