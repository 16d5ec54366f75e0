"use client";

import { ConfirmDialog } from "../confirm-dialog";
import { failureWords } from "../failure-words";
import { failureOf } from "../queries";
import { roleError } from "./change-role";
import { type Invitation, type Member, type TeamOf, useRemove, useWithdraw } from "./team-calls";

/** Takes somebody out of the team. */
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
  const error = failure && (roleError(failure.fields["role"]) ?? failureWords(failure, "Nobody was removed."));
  return (
    <ConfirmDialog
      title={member.isYou ? `Leave ${name}?` : `Remove ${member.name}?`}
      action={member.isYou ? "Leave" : "Remove"}
      cancel={member.isYou ? "Stay" : "Keep them"}
      busy={remove.isPending}
      error={error}
      onConfirm={() => remove.mutate({ userId: member.userId })}
      onCancel={onClose}
    >
      {member.isYou
        ? "Your pages of it end with this click, and only somebody of the team can bring you back."
        : "Their pages end at once, and so do programs that they signed in. Invitations that they have sent are withdrawn. What they did stays in the audit log."}
    </ConfirmDialog>
  );
}

/** Takes an invitation back. */
export function Withdraw(props: { of: TeamOf; invitation: Invitation; onClose: () => void; onDone: () => void }) {
  const { of, invitation, onClose, onDone } = props;
  const withdraw = useWithdraw(of, onDone);
  return (
    <ConfirmDialog
      title={`Withdraw the invitation of ${invitation.email}?`}
      action="Withdraw"
      busy={withdraw.isPending}
      error={withdraw.error ? failureWords(failureOf(withdraw.error), "It was not withdrawn.") : null}
      onConfirm={() => withdraw.mutate({ id: invitation.id })}
      onCancel={onClose}
    >
      The link in their mail opens nothing from then on. You can invite them again.
    </ConfirmDialog>
  );
}
