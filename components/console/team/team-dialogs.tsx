import { Choices, Radio, TextField } from "../../ui/fields";
import { ConfirmDialog, FormDrawer } from "../../ui/layers/layers";
import ui from "../../ui/ui.module.css";
import { type Invitation, type Member, type TeamOf, useTeamChange } from "./team-calls";
import { ROLE_LABELS, ROLES, type Role, roleName, type Team } from "./team-labels";

/** The forms are in the address; a confirmation is not. */
export type OpenDialog =
  | { kind: "new" }
  | { kind: "role"; member: Member }
  | { kind: "remove"; member: Member }
  | { kind: "withdraw"; invitation: Invitation };

type DialogProps = {
  of: TeamOf;
  team: Team;
  onClose: () => void;
  /** Gets a message that says what was done. */
  onDone: (message: string) => void;
};

/** The form or the confirmation that is open. */
export function TeamDialog({ open, ...rest }: DialogProps & { open: OpenDialog }) {
  if (open.kind === "new") return <Invite {...rest} />;
  if (open.kind === "role") return <ChangeRole member={open.member} {...rest} />;
  if (open.kind === "withdraw") return <Withdraw invitation={open.invitation} {...rest} />;
  return <RemoveMember member={open.member} {...rest} />;
}

/** The form of an invitation. */
function Invite({ of, team: { name, mayGive: roles }, onClose, onDone }: DialogProps) {
  const invite = useTeamChange(of, "invite", ({ email }) => onDone(`Invitation sent to ${email}.`));
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
      {"partnerId" in of ? <p className={ui.muted}>The role is for all merchants of {name}.</p> : null}
      <RoleChoice roles={roles} chosen={least} error={invite.errors["role"]} />
    </FormDrawer>
  );
}

/** The form that changes a member's role. */
function ChangeRole({ of, team: { mayGive: roles }, member, onClose, onDone }: DialogProps & { member: Member }) {
  const setRole = useTeamChange(of, "setRole", ({ role }) =>
    onDone(`${member.name}’s role is now ${roleName(role).toLowerCase()}.`),
  );
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
function roleError(message: string | undefined): string | undefined {
  return message === undefined ? undefined : `This role ${message}.`;
}

/** The roles that the user may assign, most privileged first, each with its description. */
function RoleChoice(props: { roles: readonly Role[]; chosen: Role; error: string | undefined }) {
  const { roles, chosen, error } = props;
  return (
    <Choices id="role" legend="Role" error={error}>
      {roles.map((role) => (
        <Radio key={role} name="role" value={role} defaultChecked={role === chosen} help={ROLE_LABELS[role].what}>
          {ROLE_LABELS[role].name}
        </Radio>
      ))}
    </Choices>
  );
}

/** The role chosen in a form; `otherwise` if it is not one of `roles`. */
function roleOf(form: FormData, roles: readonly Role[], otherwise: Role): Role {
  return roles.find((role) => role === form.get("role")) ?? otherwise;
}

/** Confirms the removal of a member. */
function RemoveMember({ of, team: { name }, member, onClose, onDone }: DialogProps & { member: Member }) {
  const remove = useTeamChange(of, "remove", () =>
    member.isYou ? window.location.assign("/console") : onDone(`${member.name} removed.`),
  );
  return (
    <ConfirmDialog
      title={member.isYou ? `Leave ${name}?` : `Remove ${member.name}?`}
      action={member.isYou ? "Leave" : "Remove"}
      act={{ ...remove, failure: roleError(remove.errors["role"]) ?? remove.failure }}
      onConfirm={() => remove.run({ userId: member.userId })}
      onCancel={onClose}
    >
      {member.isYou
        ? "You lose access at once. Only a member of the team can invite you again."
        : `${member.name} loses access to ${name} at once. Their open invitations are cancelled. Their audit log entries stay.`}
    </ConfirmDialog>
  );
}

/** Confirms the cancellation of an invitation. */
function Withdraw({ of, invitation, onClose, onDone }: DialogProps & { invitation: Invitation }) {
  const withdraw = useTeamChange(of, "withdraw", () => onDone(`Invitation to ${invitation.email} cancelled.`));
  return (
    <ConfirmDialog
      title={`Cancel the invitation to ${invitation.email}?`}
      action="Cancel invitation"
      cancel="Keep invitation"
      act={withdraw}
      onConfirm={() => withdraw.run({ id: invitation.id })}
      onCancel={onClose}
    >
      The link in the e-mail stops working. You can invite them again.
    </ConfirmDialog>
  );
}
