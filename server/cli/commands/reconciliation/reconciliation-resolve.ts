import { dismissEntry, matchEntry } from "../../../reconciliation/resolve-entry";
import type { Command } from "../../command";

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

export const reconciliationMatchCommand: Command = {
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

export const reconciliationDismissCommand: Command = {
  name: "reconciliation dismiss",
  summary: "Mark a transaction as belonging to no payment. It stays stored and leaves the list.",
  options: { entry, reason },
  run: async (ctx, given) => {
    const id = given.text("entry") ?? "";
    await dismissEntry(ctx, { id, note: given.text("reason") ?? "" });
    return { json: { id, state: "dismissed" }, text: `Dismissed: ${id}` };
  },
};
