"use client";

import { useMutation } from "@tanstack/react-query";
import { failureOf, type Outputs, useTRPC } from "../../console/frame/queries";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import { useChanged } from "../frame/use-act";
import { RoleFields, rolesOf } from "./role-fields";

type Account = Outputs["platform"]["accounts"]["list"][number];

/** The form that changes the roles of an account. */
export function SetRoles({ account, onClose }: { account: Account; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const set = useMutation(
    trpc.platform.accounts.setRoles.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  const failure = set.error ? failureOf(set.error) : null;
  const wrong = failure?.fields["roles"];
  return (
    <Drawer title={`${account.bankName} ${account.number.slice(-4)}`} onClose={onClose}>
      <DrawerForm
        action="Save roles"
        busy={set.isPending}
        onSubmit={(form) => set.mutate({ id: account.id, roles: rolesOf(form) })}
      >
        {failure && !wrong ? <Note tone="bad">{formatFailure(failure, "Nothing was changed.")}</Note> : null}
        <RoleFields before={account.roles} error={wrong ? `Roles: ${wrong}.` : undefined} />
      </DrawerForm>
    </Drawer>
  );
}
