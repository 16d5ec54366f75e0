import { createPartner } from "../../merchants/create-partner";
import type { Command } from "../command";

export const partnerCreateCommand: Command = {
  name: "partner create",
  summary: "Create a partner, which acts for the merchants that it owns.",
  options: { name: { value: "<text>", description: "The partner's name", required: true } },
  run: async (ctx, given) => {
    const { id, name } = await createPartner(ctx, { name: given.text("name") ?? "" });
    return { json: { id, name }, text: `Partner ${name}: ${id}` };
  },
};
