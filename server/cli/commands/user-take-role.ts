import { takeRole } from "../../access/take-role";
import { startError } from "../../lib/start-error";
import type { Command } from "../command";

export const userTakeRoleCommand: Command = {
  name: "user take-role",
  summary: "Take a person's role away: tokens that act in it stop working within a second.",
  options: {
    email: { value: "<address>", description: "Whose", required: true },
    merchant: { value: "<uuid>", description: "In this merchant" },
    partner: { value: "<uuid>", description: "In this partner; with neither, in the platform" },
  },
  run: async (ctx, given) => {
    const merchantId = given.text("merchant") ?? null;
    const partnerId = given.text("partner") ?? null;
    if (merchantId !== null && partnerId !== null)
      throw startError("A role is in a merchant or in a partner, not both.");
    const { id, role } = await takeRole(ctx, { email: given.text("email") ?? "", context: { merchantId, partnerId } });
    return { json: { id, role }, text: `No longer ${role}: ${id}` };
  },
};
