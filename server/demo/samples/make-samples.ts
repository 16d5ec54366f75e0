import { type ReceivingAccount, receivingAccountFor } from "../../accounts/receiving-account";
import { SIMULATED_ACCOUNT_BANK } from "../../connectors/profiles";
import { now as present } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { db } from "../../lib/db";
import { sampleId } from "./dice";
import { HABITS } from "./habits";
import { linkRow, planLinks } from "./link-rows";
import {
  attemptRow,
  bankCallRows,
  exceptionRows,
  payerRows,
  requestRow,
  reversalRows,
  transitionRows,
} from "./payment-rows";
import { planPayments } from "./plan-payments";
import { findUserIds, hasRequest, insertRows, isUnused, openSimulatedBalances, type Rows } from "./samples-store";
import { type AccountOf, coverageRows, leftOn, statementRows } from "./statement-rows";
import { storyOf } from "./story-of";
import { auditRows, noteRows, teamRows } from "./team-rows";
import { linkEvents, paymentEvents, type ShopEndpoint, webhookRows } from "./webhook-rows";

/** For a second of work: a demo also starts on a machine that is busy. */
const SLOW_MACHINE_MS = 120_000;

/** The demo's shop, and the operator's user who decided exceptions. */
type SampleContext = { shop: ShopEndpoint; operatorId: string };

/**
 * Gives the merchants of an unused demo a past: 90 days of sample payments, links, deliveries, transactions and acts,
 * all ended, in one transaction. A demo that was used keeps what it has. Returns the number of payments.
 */
export async function makeSamples(ctx: Ctx, context: SampleContext): Promise<number> {
  if (!(await isUnused(db()))) return 0;
  const now = present();
  const tables = await tablesOf(ctx, context, now);
  await db().$transaction(
    async (tx) => {
      for (const [table, rows] of tables.inserts) await insertRows(tx, table, rows);
      await openSimulatedBalances(tx, SIMULATED_ACCOUNT_BANK, tables.balances, tables.balancesSince);
    },
    { timeout: SLOW_MACHINE_MS },
  );
  return tables.payments;
}

/** Whether a merchant has samples: its first payment is one in every demo. */
export function hasSamples(merchantId: string): Promise<boolean> {
  return hasRequest(db(), sampleId("payment", `${merchantId} 0`));
}

async function tablesOf(ctx: Ctx, { shop, operatorId }: SampleContext, now: Date) {
  const all = planPayments(now).map((payment) => ({ payment, story: storyOf(payment, now) }));
  const links = planLinks(all, now);
  const linkOf = new Map(links.flatMap(({ id, paymentId }) => (paymentId ? [[paymentId, id] as const] : [])));
  // A payment by link without an end there was never started: only its link is kept.
  const sampled = all
    .filter(({ payment }) => payment.flow !== "link" || linkOf.has(payment.id))
    .map((one) => ({ ...one, linkId: linkOf.get(one.payment.id) ?? null }));
  const found = await accounts(ctx);
  const accountOf: AccountOf = (merchantId, currency) => {
    const account = found.get(`${merchantId} ${currency}`);
    if (!account) throw new Error(`Merchant ${merchantId} has no account in ${currency}.`);
    return account;
  };
  const users = await findUserIds(db(), shop.merchantId);
  const team = teamRows(now, users.get("ines") ?? "");
  const attempts = sampled.flatMap(({ payment, story }) => story.attempts.map((attempt) => ({ payment, attempt })));
  const events = [
    ...sampled.flatMap(({ payment, story, linkId }) => paymentEvents(payment, story, linkId)),
    ...links.flatMap(linkEvents),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  const webhooks = webhookRows(events, shop, now);
  const transactions = statementRows(sampled, accountOf, now);
  const inserts: [table: string, rows: Rows][] = [
    ["users", team.users],
    ["memberships", team.memberships],
    ["invitations", team.invitations],
    ["payment_links", links.map(linkRow)],
    ["payment_requests", sampled.map(requestRow)],
    [
      "payment_attempts",
      attempts.map(({ payment, attempt }) =>
        attemptRow(attempt, payment.id, accountOf(payment.merchantId, payment.currency).id),
      ),
    ],
    ["attempt_transitions", attempts.flatMap(({ attempt }) => transitionRows(attempt))],
    ["bank_calls", attempts.flatMap(({ attempt }) => bankCallRows(attempt))],
    ["attempt_payers", attempts.flatMap(({ payment, attempt }) => payerRows(attempt, payment))],
    ["payment_exceptions", sampled.flatMap(exceptionRows)],
    ["payment_reversals", sampled.flatMap(reversalRows)],
    ["webhook_events", webhooks.events],
    ["webhook_deliveries", webhooks.deliveries],
    ["webhook_delivery_attempts", webhooks.attempts],
    ["statement_fetches", coverageRows(transactions, now)],
    ["statement_entries", transactions],
    ["notes", noteRows({ sampled, users })],
    ["audit_entries", auditRows({ links, sampled, users, operatorId, now })],
  ];
  const { left, from } = leftOn(transactions, now);
  const balances = [...found].map(([key, { id, iban, holderName }]) => ({
    ...{ iban, currency: key.split(" ")[1] ?? "", holder: holderName, minor: left.get(id) ?? 0 },
  }));
  return {
    inserts,
    balances,
    balancesSince: from,
    payments: sampled.length,
  };
}

/** The accounts of all merchants and currencies of the samples, by `<merchant> <currency>`. */
async function accounts(ctx: Ctx): Promise<Map<string, ReceivingAccount>> {
  const found = new Map<string, ReceivingAccount>();
  for (const { merchantId, markets } of HABITS) {
    for (const currency of new Set(markets.map((market) => market.currency))) {
      const account = await receivingAccountFor(ctx, { merchantId, currency, test: true });
      if (account) found.set(`${merchantId} ${currency}`, account);
    }
  }
  return found;
}
