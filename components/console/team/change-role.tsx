"use client";

import { Drawer, DrawerForm } from "../../ui/drawer";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { failureOf } from "../frame/queries";
import { RoleChoice, roleOf } from "./role-choice";
import { type Member, type TeamOf, useSetRole } from "./team-calls";
import { ROLES, type Role } from "./team-labels";

type ChangeRoleProps = {
  of: TeamOf;
  member: Member;
  roles: readonly Role[];
  onClose: () => void;
  onDone: (role: Role) => void;
};

/** The form that changes a member's role. */
export function ChangeRole({ of, member, roles, onClose, onDone }: ChangeRoleProps) {
  const setRole = useSetRole(of, ({ role }) => onDone(role));
  const failure = setRole.error ? failureOf(setRole.error) : null;
  const held = ROLES.find((role) => role === member.role) ?? "viewer";
  return (
    <Drawer title={`Role of ${member.name}`} onClose={onClose}>
      <DrawerForm
        action="Change role"
        busy={setRole.isPending}
        onSubmit={(form) => setRole.mutate({ userId: member.userId, role: roleOf(form, roles, held) })}
      >
        {failure && !failure.fields["role"] ? (
          <Note tone="bad">{formatFailure(failure, "Nothing was changed.")}</Note>
        ) : null}
        <p className={ui.muted}>Takes effect at once, on every page and for every token.</p>
        <RoleChoice roles={roles} chosen={held} error={roleError(failure?.fields["role"])} />
      </DrawerForm>
    </Drawer>
  );
}

/** The server's message continues "This role …". */
export function roleError(message: string | undefined): string | undefined {
  return message === undefined ? undefined : `This role ${message}.`;
}
