"use client";

import { type Outputs, useTRPC } from "../../console/frame/queries";
import { FormDrawer } from "../../ui/drawer";
import { useOperatorAction } from "../frame/use-act";
import { RoleFields, rolesOf } from "./role-fields";

type Account = Outputs["platform"]["accounts"]["list"][number];

/** The form that changes the roles of an account. */
export function SetRoles({ account, onClose }: { account: Account; onClose: () => void }) {
  const trpc = useTRPC();
  const set = useOperatorAction(trpc.platform.accounts.setRoles, {
    unchanged: "Nothing was changed.",
    fields: ["roles"],
    onDone: onClose,
  });
  const wrong = set.errors["roles"];
  return (
    <FormDrawer
      title={`${account.bankName} ${account.number.slice(-4)}`}
      onClose={onClose}
      action="Save roles"
      act={set}
      onSubmit={(form) => set.run({ id: account.id, roles: rolesOf(form) })}
    >
      <RoleFields before={account.roles} error={wrong ? `Roles: ${wrong}.` : undefined} />
    </FormDrawer>
  );
}
