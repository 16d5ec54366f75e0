import { listAccountsForOperator } from "../../../accounts/operate-accounts";
import { maskIban } from "../../../lib/money/iban";
import type { Command } from "../../command";

export const accountListCommand: Command = {
  name: "account list",
  summary: "List a merchant's bank accounts, including closed ones, with the end of access to each.",
  options: { merchant: { value: "<uuid>", description: "The merchant", required: true } },
  run: async (ctx, given) => {
    const accounts = (await listAccountsForOperator(ctx, { merchantId: given.text("merchant") })).map((account) => ({
      id: account.id,
      connection: account.connectionId,
      bank_name: account.bankName,
      account: maskIban(account.iban),
      currency: account.currency,
      roles: account.roles,
      test: account.simulated,
      access: account.access.kind === "over" ? account.access.state : account.access.kind,
      access_ends_at: account.access.kind === "valid" ? (account.access.validUntil?.toISOString() ?? null) : null,
      closed_at: account.closedAt?.toISOString() ?? null,
    }));
    const lines = accounts.map((account) =>
      [
        account.id,
        account.currency,
        account.roles.join(","),
        account.connection,
        account.account,
        account.access_ends_at ? `access until ${account.access_ends_at}` : `access ${account.access}`,
        ...(account.test ? ["test"] : []),
        ...(account.closed_at ? [`closed ${account.closed_at}`] : []),
      ].join("  "),
    );
    return { json: { accounts }, text: lines.join("\n") || "No accounts." };
  },
};
