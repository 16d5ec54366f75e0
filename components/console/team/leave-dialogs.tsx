import { ConfirmDialog } from "../../ui/layers/layers";
import { roleError } from "./change-role";
import { type Invitation, type Member, type TeamOf, useTeamChange } from "./team-calls";

/** Confirms the removal of a member. */
export function RemoveMember(props: {
  of: TeamOf;
  name: string;
  member: Member;
  onClose: () => void;
  onDone: () => void;
}) {
  const { of, name, member, onClose, onDone } = props;
  const remove = useTeamChange(of, "remove", onDone);
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
export function Withdraw(props: { of: TeamOf; invitation: Invitation; onClose: () => void; onDone: () => void }) {
  const { of, invitation, onClose, onDone } = props;
  const withdraw = useTeamChange(of, "withdraw", onDone);
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
