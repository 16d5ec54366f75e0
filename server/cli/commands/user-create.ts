import { createUser } from "../../access/create-user";
import { USER_ROLES, type UserRole } from "../../access/rules";
import type { Command } from "../command";

export const userCreateCommand: Command = {
  name: "user create",
  summary: "Let a person sign in to the Console; an address that is known gets the further role.",
  options: {
    email: { value: "<address>", description: "Where the sign-in codes go", required: true },
    name: { value: "<text>", description: "The person's name", required: true },
    role: { value: "<role>", description: `${USER_ROLES.join(", ")}`, required: true },
    merchant: { value: "<uuid>", description: "In this merchant" },
    partner: { value: "<uuid>", description: "In this partner; with neither, in the platform" },
  },
  run: async (ctx, given) => {
    const merchantId = given.text("merchant");
    const partnerId = given.text("partner");
    const user = await createUser(ctx, {
      email: given.text("email") ?? "",
      name: given.text("name") ?? "",
      // The use-case refuses what is no role.
      role: given.text("role") as UserRole,
      ...(merchantId === undefined ? {} : { merchantId }),
      ...(partnerId === undefined ? {} : { partnerId }),
    });
    return { json: { id: user.id, email: user.email }, text: `User ${user.email}: ${user.id}` };
  },
};
