import { addAccount } from "../../accounts/add-account";
import type { Command } from "../command";

export const accountAddCommand: Command = {
  name: "account add",
  summary: "Take a merchant's bank account into management; one that was closed is opened again.",
  options: {
    merchant: { value: "<uuid>", description: "Of this merchant", required: true },
    connection: { value: "<id>", description: "The connection to the bank that holds it", required: true },
    iban: { value: "<iban>", description: "Its number", required: true },
    currency: { value: "<XXX>", description: "Its currency, ISO 4217", required: true },
    roles: {
      value: "<a,b>",
      description: "What it is for: receiving, settlement, refund, or a word of yours",
      required: true,
    },
    "holder-name": { value: "<text>", description: "Its owner's name at the bank; by default the merchant's" },
    "bank-name": { value: "<text>", description: "The bank's name in the Console; by default the connection's" },
    test: { value: null, description: "At a test connection, for test payments only" },
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
