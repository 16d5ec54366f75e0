import { toDecimalString } from "../../lib/money/money";
import { countAll, reportText } from "../../reconciliation/findings";
import { getReport } from "../../reconciliation/make-report";
import { dismissEntry, listOpenEntries, matchEntry } from "../../reconciliation/resolve-entry";
import type { Command } from "../command";

const MAX_LISTED = 500;

const entry = {
  value: "<uuid>",
  description: "The transaction's id in reconciliation list",
  required: true,
} as const;
const reason = {
  value: "<text>",
  description: "The reason; stored with it and in the audit log",
  required: true,
} as const;

const list: Command = {
  name: "reconciliation list",
  summary: "List unmatched transactions on receiving accounts, of all merchants, those of real accounts first.",
  options: {},
  run: async (ctx) => {
    const found = await listOpenEntries(ctx, { limit: MAX_LISTED + 1 });
    const more = found.length > MAX_LISTED;
    const entries = found.slice(0, MAX_LISTED).map((entry) => ({
      id: entry.id,
      merchant: entry.merchantId,
      account: entry.accountId,
      booked_at: entry.bookedAt.toISOString(),
      direction: entry.direction,
      amount: toDecimalString(entry),
      currency: entry.currency,
      problem: entry.problem,
      remittance: entry.remittance,
      end_to_end_id: entry.endToEndId,
      counterparty: entry.counterparty,
      return_reason: entry.returnReason,
    }));
    const lines = entries.map((entry) =>
      [
        entry.id,
        entry.booked_at.slice(0, 10),
        `${entry.direction === "debit" ? "-" : ""}${entry.amount} ${entry.currency}`,
        entry.problem?.replaceAll("_", " ") ?? "",
        entry.remittance ?? entry.end_to_end_id ?? "",
        entry.counterparty ?? "",
        `merchant ${entry.merchant}`,
      ].join("  "),
    );
    if (more) lines.push(`There are more than these ${MAX_LISTED}. Match or dismiss some to see the others.`);
    return { json: { entries, more }, text: lines.join("\n") || "No unmatched transactions." };
  },
};

const match: Command = {
  name: "reconciliation match",
  summary: "Match a transaction to a payment. The usual rules decide what it does to the payment.",
  options: {
    entry,
    payment: { value: "<id>", description: "The payment request's id or end-to-end id", required: true },
    reason,
  },
  run: async (ctx, given) => {
    const id = given.text("entry") ?? "";
    await matchEntry(ctx, { id, payment: given.text("payment") ?? "", note: given.text("reason") ?? "" });
    return { json: { id, state: "matched" }, text: `Matched: ${id}` };
  },
};

const dismiss: Command = {
  name: "reconciliation dismiss",
  summary: "Mark a transaction as belonging to no payment. It stays stored and leaves the list.",
  options: { entry, reason },
  run: async (ctx, given) => {
    const id = given.text("entry") ?? "";
    await dismissEntry(ctx, { id, note: given.text("reason") ?? "" });
    return { json: { id, state: "dismissed" }, text: `Dismissed: ${id}` };
  },
};

const show: Command = {
  name: "reconciliation report",
  summary: "Show the differences between payments, banks and accounts on one day.",
  options: { date: { value: "<YYYY-MM-DD>", description: "The day (UTC); default: the newest report" } },
  run: async (ctx, given) => {
    const report = await getReport(ctx, { day: given.text("date") ?? null });
    if (!report) return { json: { report: null }, text: "There is no report for that day." };
    const { day, findings, madeAt } = report;
    const total = countAll(findings);
    const many = total === 1 ? "1 discrepancy" : `${total || "no"} discrepancies`;
    const head = `${day}: ${many}.`;
    return {
      json: { day, made_at: madeAt.toISOString(), findings },
      text: [head, ...reportText(findings)].join("\n\n"),
    };
  },
};

export const reconciliationCommands: readonly Command[] = [list, match, dismiss, show];
