import { FormDrawer } from "../../ui/layers/layers";
import ui from "../../ui/ui.module.css";
import { RoleChoice, roleOf } from "./role-choice";
import { type Member, type TeamOf, useTeamChange } from "./team-calls";
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
  const setRole = useTeamChange(of, "setRole", ({ role }) => onDone(role));
  const held = ROLES.find((role) => role === member.role) ?? "viewer";
  return (
    <FormDrawer
      title={`Role of ${member.name}`}
      onClose={onClose}
      action="Change role"
      act={setRole}
      onSubmit={(form) => setRole.run({ userId: member.userId, role: roleOf(form, roles, held) })}
    >
      <p className={ui.muted}>Takes effect at once, on every page and for every token.</p>
      <RoleChoice roles={roles} chosen={held} error={roleError(setRole.errors["role"])} />
    </FormDrawer>
  );
}

/** The server's message continues "This role …". */
export function roleError(message: string | undefined): string | undefined {
  return message === undefined ? undefined : `This role ${message}.`;
}
