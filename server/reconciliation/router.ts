import { z } from "zod";
import { permittedPaths } from "../identity/permissions/permissions";
import { platformRoles } from "../identity/sessions/console-access";
import { uuid } from "../lib/ids";
import { MAX_CURSOR_LENGTH } from "../lib/keyset";
import { amountAndTime } from "../lib/money/currency-spans";
import { maskIban } from "../lib/money/iban";
import { toDecimalString } from "../lib/money/money";
import { isTimeZone } from "../lib/zone-days";
import { merchantProcedure, platformProcedure, router, text } from "../trpc/procedure";
import {
  listBankTransactions,
  listTransactionFilterOptions,
  sumReceivedToday,
  sumUnmatched,
} from "./list-bank-transactions";
import { listDiscrepancies } from "./list-discrepancies";
import { camtProblem, decimalOf, MONTH_PATTERN, type MonthlyReport } from "./monthly-reports/months";
import { listMonthlyReports, type ReportAccount } from "./monthly-reports/read-monthly-reports";
import { dismissEntry, matchEntry } from "./resolve-entry";
import { TRANSACTION_KINDS } from "./transaction-kinds";

const PAGE_SIZE = 25;

const entry = z.object({ id: z.string(), reason: text });

export const transactionsRouter = router({
  list: merchantProcedure
    .input(
      amountAndTime.extend({
        test: z.boolean(),
        accountId: uuid.optional(),
        kind: z.enum(TRANSACTION_KINDS).optional(),
        cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
      }),
    )
    .query(async ({ ctx, input: { cursor, ...input } }) => {
      const at = cursor === undefined ? {} : { cursor };
      const { items, ...page } = await listBankTransactions(ctx.call, { ...input, ...at, limit: PAGE_SIZE });
      const transactions = items.map(({ amountMinor, ...transaction }) => ({
        ...transaction,
        // Debits are negative.
        decimal: toDecimalString({
          ...transaction,
          amountMinor: transaction.direction === "debit" ? -amountMinor : amountMinor,
        }),
      }));
      const roles = platformRoles(ctx.session.user).map(({ role }) => role);
      return { ...page, items: transactions, mayDecide: permittedPaths(roles).includes("transactions.match") };
    }),
  filterOptions: merchantProcedure
    .input(z.object({ test: z.boolean() }))
    .query(({ ctx, input }) => listTransactionFilterOptions(ctx.call, input)),
  unmatched: merchantProcedure.input(z.object({ test: z.boolean() })).query(async ({ ctx, input }) => {
    const sums = await sumUnmatched(ctx.call, input);
    return sums.map((sum) => ({ currency: sum.currency, count: sum.count, decimal: toDecimalString(sum) }));
  }),
  /** What was booked today to each receiving account; null: its statement was not fetched today. */
  receivedToday: merchantProcedure
    .input(z.object({ test: z.boolean(), timeZone: z.string().refine(isTimeZone, "a time zone") }))
    .query(async ({ ctx, input }) => {
      const sums = await sumReceivedToday(ctx.call, input);
      return sums.map(({ accountId, currency, amountMinor }) => ({
        accountId,
        decimal: amountMinor === null ? null : toDecimalString({ amountMinor, currency }),
      }));
    }),
  discrepancies: merchantProcedure.input(z.object({ test: z.boolean() })).query(async ({ ctx, input }) => {
    const { findings, ...rest } = await listDiscrepancies(ctx.call, input);
    // Details quote the bank and name our records, which are for the operator.
    const shown = findings.map(({ kind, subjectId, amount, currency }) => ({
      ...{ kind, subjectId, currency },
      decimal: amount && toDecimalString({ amountMinor: BigInt(amount), currency }),
    }));
    return { findings: shown, ...rest };
  }),
  /** For operator users only. */
  match: platformProcedure
    .input(entry.extend({ payment: z.string().max(64) }))
    .mutation(({ ctx, input: { reason, ...input } }) => matchEntry(ctx.call, { ...input, note: reason })),
  dismiss: platformProcedure
    .input(entry)
    .mutation(({ ctx, input: { reason, ...input } }) => dismissEntry(ctx.call, { ...input, note: reason })),
});

/** The monthly reports of a merchant's accounts. Their files are downloaded from `app/console/balances/reports/`. */
export const reportsRouter = router({
  list: merchantProcedure
    .input(
      z.object({
        test: z.boolean(),
        accountId: uuid.optional(),
        until: z.string().regex(MONTH_PATTERN).optional(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { accounts, account, reports, newer, older } = await listMonthlyReports(ctx.call, input);
      const shown = ({ coveredFrom, readAt, closedAt }: ReportAccount) => ({ coveredFrom, readAt, closedAt });
      return {
        accounts: accounts.map(shownAccount),
        account: account && { ...shownAccount(account), ...shown(account) },
        reports: account === null ? [] : reports.map((report) => shownReport(report, account.currency)),
        newer,
        older,
      };
    }),
});

function shownAccount({ id, bankName, iban, currency }: ReportAccount) {
  return { id, bankName, number: maskIban(iban), currency };
}

function shownReport(report: MonthlyReport, currency: string) {
  const { month, isOver, isFinal, unknown, transactions } = report;
  const decimal = (amountMinor: bigint) => toDecimalString({ amountMinor, currency });
  return {
    ...{ month, isOver, isFinal, unknown, transactions, currency },
    camtProblem: camtProblem(report),
    opening: decimalOf(report.openingMinor, currency),
    payments: decimal(report.paymentsMinor),
    // Debits are negative.
    returned: decimal(-report.returnedMinor),
    other: decimal(report.otherMinor),
    closing: decimalOf(report.closingMinor, currency),
  };
}
