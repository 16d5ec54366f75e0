import { closeAccount, setAccountRoles } from "../../../accounts/operate-accounts";
import type { Command } from "../../command";

const id = { value: "<uuid>", description: "The account", required: true } as const;

export const accountSetRolesCommand: Command = {
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

export const accountCloseCommand: Command = {
  name: "account close",
  summary: "Close a bank account: it receives no new payments, and its statements are no longer fetched.",
  options: { id },
  run: async (ctx, given) => {
    const account = given.text("id") ?? "";
    await closeAccount(ctx, { id: account });
    return { json: { id: account, closed: true }, text: `Closed: ${account}` };
  },
};
