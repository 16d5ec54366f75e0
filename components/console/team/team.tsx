"use client";

import { useState } from "react";
import { CreateButton } from "../../ui/button";
import { Heading, Section } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { EmptyState, Note } from "../../ui/parts";
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

/** The forms are in the address; a confirmation is not. */
type Open =
  | { kind: "new" }
  | { kind: "role"; member: Member }
  | { kind: "remove"; member: Member }
  | { kind: "withdraw"; invitation: Invitation };

type OpenDialogProps = { of: TeamOf; team: Team; open: Open; onClose: () => void; onDone: (message: string) => void };

function OpenDialog({ of, team: { name, mayGive }, open, onClose, onDone }: OpenDialogProps) {
  if (open.kind === "new") {
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

/** What is open: a confirmation, or the form that the address names, of those that the user may open. */
function useOpenForm({ members, mayGive }: Team) {
  const layer = useOpenLayer("new", "role");
  const [asked, ask] = useState<Open | null>(null);
  const member = members.find(({ userId, mayChange }) => mayChange && userId === layer.value);
  const form: Open | null =
    layer.open === "new" && mayGive.length > 0
      ? { kind: "new" }
      : layer.open === "role" && member
        ? { kind: "role", member }
        : null;
  const close = () => {
    ask(null);
    layer.close();
  };
  return { open: asked ?? form, ask, layer, close };
}

/** Members, open invitations, and the permissions of each role. */
export function TeamPage({ of, first }: { of: TeamOf; first: Team }) {
  const team = useTeam(of, first);
  const { members, invitations, mayGive } = team.data;
  const { open, ask, layer, close } = useOpenForm(team.data);
  const [message, setMessage] = useState("");
  const show = (text: string) => {
    close();
    setMessage(text);
  };
  const resend = useTeamChange(of, "resend", ({ id }) => {
    setMessage(
      `Invitation sent again to ${invitations.find((each) => each.id === id)?.email ?? "the same address"}. The earlier link no longer works.`,
    );
  });
  const requireTwoFactor = useTeamChange(of, "requireTwoFactor");
  const invite =
    mayGive.length > 0 ? <CreateButton onClick={() => layer.show("new")}>Invite member</CreateButton> : undefined;
  return (
    <>
      <Heading
        title="Team"
        lead={formatTeamSummary(team.data)}
        samples={members.map(({ userId: id }) => ({ id }))}
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
          onChange={({ userId }) => layer.show("role", userId)}
          onRemove={(member) => ask({ kind: "remove", member })}
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
            onWithdraw={(invitation) => ask({ kind: "withdraw", invitation })}
          />
        </>
      ) : null}
      <TwoFactorPolicy
        whom={`members of ${team.data.name}`}
        members={members}
        since={team.data.twoFactorSince}
        mayChange={mayGive.length > 0}
        change={requireTwoFactor}
      />
      {open ? <OpenDialog of={of} team={team.data} open={open} onClose={close} onDone={show} /> : null}
    </>
  );
}
