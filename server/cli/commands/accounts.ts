import { addAccount } from "../../accounts/add-account";
import { closeAccount, listAccountsForOperator, setAccountRoles } from "../../accounts/operate-accounts";
import { maskIban } from "../../lib/money/iban";
import type { Command } from "../command";

const id = { value: "<uuid>", description: "The account", required: true } as const;

const add: Command = {
  name: "account add",
  summary: "Add a bank account of a merchant. Reopens it if it was closed.",
  options: {
    merchant: { value: "<uuid>", description: "The merchant", required: true },
    connection: { value: "<id>", description: "The connection to the account's bank", required: true },
    iban: { value: "<iban>", description: "The IBAN", required: true },
    currency: { value: "<XXX>", description: "The currency, ISO 4217", required: true },
    roles: {
      value: "<a,b>",
      description: "The roles: receiving, settlement, refund, or your own",
      required: true,
    },
    "holder-name": {
      value: "<text>",
      description: "The account holder's name in reports (camt.053); default: the merchant's name",
    },
    "bank-name": { value: "<text>", description: "The bank's name in the Console; default: the connection's" },
    test: { value: null, description: "A test account: test connection, test payments only" },
  },
  run: async (ctx, given) => {
    const { id } = await addAccount(ctx, {
      merchantId: given.text("merchant"),
      connectionId: given.text("connection") ?? "",
      iban: given.text("iban") ?? "",
      currency: given.text("currency") ?? "",
      roles: (given.text("roles") ?? "").split(","),
      holderName: given.text("holder-name"),
      bankName: given.text("bank-name"),
      simulated: given.isSet("test"),
    });
    return { json: { id }, text: `Account: ${id}` };
  },
};

const list: Command = {
  name: "account list",
  summary: "List a merchant's bank accounts, including closed ones, with the access to each and its end.",
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
        formatAccess(account),
        ...(account.test ? ["test"] : []),
        ...(account.closed_at ? [`closed ${account.closed_at}`] : []),
      ].join("  "),
    );
    return { json: { accounts }, text: lines.join("\n") || "No accounts." };
  },
};

function formatAccess({ access, access_ends_at }: { access: string; access_ends_at: string | null }): string {
  if (access === "not-connected") return "not connected";
  if (access === "corporate") return "access by agreement";
  return access_ends_at ? `access until ${access_ends_at}` : `access ${access}`;
}

const setRoles: Command = {
  name: "account set-roles",
  summary: "Set the roles of a bank account.",
  options: { id, roles: { value: "<a,b>", description: "The complete list of roles", required: true } },
  run: async (ctx, given) => {
    const roles = await setAccountRoles(ctx, {
      id: given.text("id") ?? "",
      roles: (given.text("roles") ?? "").split(","),
    });
    return { json: { id: given.text("id"), roles }, text: `Roles: ${roles.join(", ")}` };
  },
};

const close: Command = {
  name: "account close",
  summary: "Close a bank account: it receives no new payments, and its statements are no longer fetched.",
  options: { id },
  run: async (ctx, given) => {
    const account = given.text("id") ?? "";
    await closeAccount(ctx, { id: account });
    return { json: { id: account, closed: true }, text: `Closed: ${account}` };
  },
};

export const accountCommands: readonly Command[] = [add, list, setRoles, close];
