import { dismissEntry, matchEntry } from "../../reconciliation/resolve-entry";
import type { Command } from "../command";

const entry = {
  value: "<uuid>",
  description: "The movement, as reconciliation list names it",
  required: true,
} as const;
const reason = { value: "<text>", description: "Why; kept with it, and in the audit log", required: true } as const;

export const reconciliationMatchCommand: Command = {
  name: "reconciliation match",
  summary: "Say which payment a movement belongs to; it is applied to it by the rules that hold for any other.",
  options: {
    entry,
    payment: { value: "<id>", description: "The payment request's id, or our end-to-end id of it", required: true },
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
  summary: "Say that a movement belongs to no payment; it stays readable, and is listed no more.",
  options: { entry, reason },
  run: async (ctx, given) => {
    const id = given.text("entry") ?? "";
    await dismissEntry(ctx, { id, note: given.text("reason") ?? "" });
    return { json: { id, state: "dismissed" }, text: `Dismissed: ${id}` };
  },
};
