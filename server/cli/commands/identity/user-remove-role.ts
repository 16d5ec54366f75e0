import { takeRole } from "../../../identity/users/take-role";
import { startError } from "../../../lib/config/start-error";
import type { Command } from "../../command";

export const userRemoveRoleCommand: Command = {
  name: "user remove-role",
  summary: "Remove a user's role. Tokens that use it stop working within a second.",
  options: {
    email: { value: "<address>", description: "The user's e-mail address", required: true },
    merchant: { value: "<uuid>", description: "The merchant of the role" },
    partner: { value: "<uuid>", description: "The partner of the role; with neither, the operator" },
  },
  run: async (ctx, given) => {
    const merchantId = given.text("merchant") ?? null;
    const partnerId = given.text("partner") ?? null;
    if (merchantId !== null && partnerId !== null) throw startError("Use --merchant or --partner, not both.");
    const { id, role } = await takeRole(ctx, { email: given.text("email") ?? "", context: { merchantId, partnerId } });
    return { json: { id, role }, text: `Removed the role ${role} of ${id}` };
  },
};
