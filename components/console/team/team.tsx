"use client";

import { useState } from "react";
import { Button } from "../../ui/button";
import { Heading, Section } from "../../ui/heading";
import { EmptyState, Note, SampleLegend } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import ui from "../../ui/ui.module.css";
import { ChangeRole } from "./change-role";
import { InvitationsTable } from "./invitations-table";
import { Invite } from "./invite";
import { RemoveMember, Withdraw } from "./leave-dialogs";
import { MembersTable } from "./members-table";
import { type Invitation, type Member, type TeamOf, useTeam, useTeamChange } from "./team-calls";
import { formatTeamSummary, roleName, type Team } from "./team-labels";
import { TwoFactorPolicy } from "./two-factor-policy";

type Open =
  | { kind: "invite" }
  | { kind: "role"; member: Member }
  | { kind: "remove"; member: Member }
  | { kind: "withdraw"; invitation: Invitation };

type OpenDialogProps = { of: TeamOf; team: Team; open: Open; onClose: () => void; onDone: (message: string) => void };

function OpenDialog({ of, team: { name, mayGive }, open, onClose, onDone }: OpenDialogProps) {
  if (open.kind === "invite") {
    return (
      <Invite
        of={of}
        name={name}
        roles={mayGive}
        onClose={onClose}
        onDone={({ email }) => onDone(`Invitation sent to ${email}.`)}
      />
    );
  }
  if (open.kind === "role") {
    return (
      <ChangeRole
        of={of}
        member={open.member}
        roles={mayGive}
        onClose={onClose}
        onDone={(role) => onDone(`${open.member.name}’s role is now ${roleName(role).toLowerCase()}.`)}
      />
    );
  }
  if (open.kind === "withdraw") {
    return (
      <Withdraw
        of={of}
        invitation={open.invitation}
        onClose={onClose}
        onDone={() => onDone(`Invitation to ${open.invitation.email} cancelled.`)}
      />
    );
  }
  const { member } = open;
  return (
    <RemoveMember
      of={of}
      name={name}
      member={member}
      onClose={onClose}
      onDone={() => (member.isYou ? window.location.assign("/console") : onDone(`${member.name} removed.`))}
    />
  );
}

/** Members, open invitations, and the permissions of each role. */
export function TeamPage({ of, first }: { of: TeamOf; first: Team }) {
  const team = useTeam(of, first);
  const { members, invitations, mayGive } = team.data;
  const [open, setOpen] = useState<Open | null>(null);
  const [message, setMessage] = useState("");
  const show = (text: string) => {
    setOpen(null);
    setMessage(text);
  };
  const close = () => setOpen(null);
  const resend = useTeamChange(of, "resend", ({ id }) => {
    setMessage(
      `Invitation sent again to ${invitations.find((each) => each.id === id)?.email ?? "the same address"}. The earlier link no longer works.`,
    );
  });
  const requireTwoFactor = useTeamChange(of, "requireTwoFactor");
  const invite =
    mayGive.length > 0 ? (
      <Button look="primary" onClick={() => setOpen({ kind: "invite" })} data-create="">
        Invite member
      </Button>
    ) : undefined;
  return (
    <>
      <Heading
        title="Team"
        lead={
          <>
            {formatTeamSummary(team.data)}
            <SampleLegend rows={members.map(({ userId: id }) => ({ id }))} />
          </>
        }
        action={invite}
      />
      {team.isError ? <QueryFailure what="The team" error={team.error} retry={() => team.refetch()} /> : null}
      <p role="status" className={message ? ui.note : ui.hidden}>
        {message}
      </p>
      {members.length === 0 ? (
        <EmptyState title="No members yet">Invite an owner first. Owners can invite the others.</EmptyState>
      ) : (
        <MembersTable
          members={members}
          onChange={(member) => setOpen({ kind: "role", member })}
          onRemove={(member) => setOpen({ kind: "remove", member })}
        />
      )}
      {invitations.length > 0 ? (
        <>
          <Section title="Invitations" />
          {resend.failure ? <Note tone="bad">{resend.failure}</Note> : null}
          <InvitationsTable
            invitations={invitations}
            sending={resend.busy ? (resend.input?.id ?? null) : null}
            onResend={({ id }) => resend.run({ id })}
            onWithdraw={(invitation) => setOpen({ kind: "withdraw", invitation })}
          />
        </>
      ) : null}
      <TwoFactorPolicy
        whom={`members of ${team.data.name}`}
        without={members.filter(({ twoFactor, disabled }) => !twoFactor && !disabled).length}
        since={team.data.twoFactorSince}
        mayChange={mayGive.length > 0}
        change={requireTwoFactor}
      />
      {open ? <OpenDialog of={of} team={team.data} open={open} onClose={close} onDone={show} /> : null}
    </>
  );
}
