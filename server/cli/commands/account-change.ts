import { closeAccount, setAccountRoles } from "../../accounts/operate-accounts";
import type { Command } from "../command";

const id = { value: "<uuid>", description: "The account", required: true } as const;

export const accountSetRolesCommand: Command = {
  name: "account set-roles",
  summary: "Say what a bank account is for, from now on.",
  options: { id, roles: { value: "<a,b>", description: "All of its roles", required: true } },
  run: async (ctx, given) => {
    const roles = await setAccountRoles(ctx, {
      id: given.text("id") ?? "",
      roles: (given.text("roles") ?? "").split(","),
    });
    return { json: { id: given.text("id"), roles }, text: `Roles: ${roles.join(", ")}` };
  },
};

export const accountCloseCommand: Command = {
  name: "account close",
  summary: "Take a bank account out of management: nothing new is paid to it, and its bank is not asked any more.",
  options: { id },
  run: async (ctx, given) => {
    const account = given.text("id") ?? "";
    await closeAccount(ctx, { id: account });
    return { json: { id: account, closed: true }, text: `Closed: ${account}` };
  },
};
