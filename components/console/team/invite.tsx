import { TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import { RoleChoice, roleOf } from "./role-choice";
import { type Newcomer, type TeamOf, useTeamChange } from "./team-calls";
import type { Role } from "./team-labels";

type InviteProps = {
  of: TeamOf;
  /** The name of the team's organisation. */
  name: string;
  roles: readonly Role[];
  onClose: () => void;
  onDone: (invited: Newcomer) => void;
};

/** The form of an invitation. */
export function Invite({ of, name, roles, onClose, onDone }: InviteProps) {
  const invite = useTeamChange(of, "invite", onDone);
  // The least privileged role by default.
  const least = roles.at(-1) ?? "viewer";
  return (
    <FormDrawer
      title={`Invite to ${name}`}
      onClose={onClose}
      action="Send invitation"
      act={invite}
      onSubmit={(form) =>
        invite.run({
          email: String(form.get("email") ?? ""),
          name: String(form.get("name") ?? ""),
          role: roleOf(form, roles, least),
        })
      }
    >
      <TextField
        id="invite-email"
        label="Work e-mail"
        help="The invitation is valid for this address only, for 7 days."
        error={invite.errors["email"]}
        name="email"
        type="email"
        maxLength={254}
      />
      <TextField
        id="invite-name"
        label="Name"
        help="They can change it later."
        error={invite.errors["name"]}
        name="name"
        maxLength={140}
      />
      <RoleChoice roles={roles} chosen={least} error={invite.errors["role"]} />
    </FormDrawer>
  );
}
