import { USER_ROLES, type UserRole } from "../../../identity/rules";
import { createUser } from "../../../identity/users/create-user";
import { normaliseMailAddress } from "../../../mail/mail-address";
import type { Command } from "../../command";

const ROLES = USER_ROLES.join(", ");

export const userCreateCommand: Command = {
  name: "user create",
  summary: "Create a user of the Console, or give an existing user another role.",
  options: {
    email: {
      value: "<address>",
      description: "The e-mail address, which receives sign-in codes",
      required: true,
      check: (value) => (normaliseMailAddress(value) === null ? "an e-mail address" : null),
    },
    name: { value: "<text>", description: "The person's name", required: true },
    role: {
      value: "<role>",
      description: ROLES,
      required: true,
      check: (value) => (USER_ROLES.some((role) => role === value) ? null : `one of ${ROLES}`),
    },
    merchant: { value: "<uuid>", description: "The merchant of the role" },
    partner: { value: "<uuid>", description: "The partner of the role; with neither, the operator" },
  },
  run: async (ctx, given) => {
    const merchantId = given.text("merchant");
    const partnerId = given.text("partner");
    const user = await createUser(ctx, {
      email: given.text("email") ?? "",
      name: given.text("name") ?? "",
      // The use-case refuses an unknown role.
      role: given.text("role") as UserRole,
      ...(merchantId === undefined ? {} : { merchantId }),
      ...(partnerId === undefined ? {} : { partnerId }),
    });
    return { json: { id: user.id, email: user.email }, text: `User ${user.email}: ${user.id}` };
  },
};
