import { toDecimalString } from "../../../lib/money/money";
import { listOpenEntries } from "../../../reconciliation/resolve-entry";
import type { Command } from "../../command";

const MAX_LISTED = 500;

export const reconciliationListCommand: Command = {
  name: "reconciliation list",
  summary: "List unmatched transactions on receiving accounts, of all merchants, newest first.",
  options: {},
  run: async (ctx) => {
    const entries = (await listOpenEntries(ctx, { limit: MAX_LISTED })).map((entry) => ({
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
    return { json: { entries }, text: lines.join("\n") || "No unmatched transactions." };
  },
};
