"use client";

import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { failureOf } from "../frame/queries";
import { roleError } from "./change-role";
import { type Invitation, type Member, type TeamOf, useRemove, useWithdraw } from "./team-calls";

/** Confirms the removal of a member. */
export function RemoveMember(props: {
  of: TeamOf;
  name: string;
  member: Member;
  onClose: () => void;
  onDone: () => void;
}) {
  const { of, name, member, onClose, onDone } = props;
  const remove = useRemove(of, onDone);
  const failure = remove.error ? failureOf(remove.error) : null;
  const error = failure && (roleError(failure.fields["role"]) ?? formatFailure(failure, "Nothing was changed."));
  return (
    <ConfirmDialog
      title={member.isYou ? `Leave ${name}?` : `Remove ${member.name}?`}
      action={member.isYou ? "Leave" : "Remove"}
      cancel="Cancel"
      busy={remove.isPending}
      error={error}
      onConfirm={() => remove.mutate({ userId: member.userId })}
      onCancel={onClose}
    >
      {member.isYou
        ? "You lose access at once. Only a member of the team can invite you again."
        : `${member.name} is signed out everywhere and loses access. Their open invitations are cancelled. Their audit log entries stay.`}
    </ConfirmDialog>
  );
}

/** Confirms the cancellation of an invitation. */
export function Withdraw(props: { of: TeamOf; invitation: Invitation; onClose: () => void; onDone: () => void }) {
  const { of, invitation, onClose, onDone } = props;
  const withdraw = useWithdraw(of, onDone);
  return (
    <ConfirmDialog
      title={`Cancel the invitation to ${invitation.email}?`}
      action="Cancel invitation"
      cancel="Keep invitation"
      busy={withdraw.isPending}
      error={withdraw.error ? formatFailure(failureOf(withdraw.error), "The invitation was not cancelled.") : null}
      onConfirm={() => withdraw.mutate({ id: invitation.id })}
      onCancel={onClose}
    >
      The link in the e-mail stops working. You can invite them again.
    </ConfirmDialog>
  );
}
