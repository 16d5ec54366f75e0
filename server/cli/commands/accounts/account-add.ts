import { addAccount } from "../../../accounts/add-account";
import type { Command } from "../../command";

export const accountAddCommand: Command = {
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
    "holder-name": { value: "<text>", description: "The account holder's name; default: the merchant's name" },
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
