"use client";

import { useState } from "react";
import { failureWords } from "../failure-words";
import { Heading, Section } from "../heading";
import { Note } from "../parts";
import { failureOf } from "../queries";
import { QueryFailure } from "../query-failure";
import ui from "../ui.module.css";
import { ChangeRole } from "./change-role";
import { InvitationsTable } from "./invitations-table";
import { Invite } from "./invite";
import { RemoveMember, Withdraw } from "./leave-dialogs";
import { MembersTable } from "./members-table";
import s from "./team.module.css";
import {
  type Invitation,
  type Member,
  type Team,
  type TeamOf,
  useRequireTwoFactor,
  useResend,
  useTeam,
} from "./team-calls";
import { roleName, teamNews } from "./team-words";
import { TwoFactorPolicy } from "./two-factor-policy";

type Open =
  | { kind: "invite" }
  | { kind: "role"; member: Member }
  | { kind: "remove"; member: Member }
  | { kind: "withdraw"; invitation: Invitation };

type OpenDialogProps = { of: TeamOf; team: Team; open: Open; onClose: () => void; onDone: (said: string) => void };

function OpenDialog({ of, team: { name, mayGive }, open, onClose, onDone }: OpenDialogProps) {
  if (open.kind === "invite") {
    return (
      <Invite
        of={of}
        name={name}
        roles={mayGive}
        onClose={onClose}
        onDone={({ email }) => onDone(`Invited: a mail is on its way to ${email}.`)}
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
        onDone={(role) => onDone(`${open.member.name} is ${roleName(role).toLowerCase()} now.`)}
      />
    );
  }
  if (open.kind === "withdraw") {
    return (
      <Withdraw
        of={of}
        invitation={open.invitation}
        onClose={onClose}
        onDone={() => onDone(`The invitation of ${open.invitation.email} is withdrawn.`)}
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
      onDone={() => (member.isYou ? window.location.assign("/console") : onDone(`${member.name} is out.`))}
    />
  );
}

/** Who works here, who was asked to, and what each may do. */
export function TeamPage({ of, first }: { of: TeamOf; first: Team }) {
  const team = useTeam(of, first);
  const { members, invitations, mayGive } = team.data;
  const [open, setOpen] = useState<Open | null>(null);
  const [said, setSaid] = useState("");
  const say = (text: string) => {
    setOpen(null);
    setSaid(text);
  };
  const close = () => setOpen(null);
  const resend = useResend(of, ({ id }) => {
    setSaid(
      `Mailed again to ${invitations.find((each) => each.id === id)?.email ?? "them"}. The mail before opens nothing.`,
    );
  });
  const requireTwoFactor = useRequireTwoFactor(of);
  const invite =
    mayGive.length > 0 ? (
      <button
        className={`${ui.button} ${ui.primary}`}
        type="button"
        onClick={() => setOpen({ kind: "invite" })}
        data-create=""
      >
        Invite somebody
      </button>
    ) : undefined;
  return (
    <>
      <Heading title="Team" lead={teamNews(team.data)} action={invite} />
      {team.isError ? <QueryFailure what="The team" error={team.error} retry={() => team.refetch()} /> : null}
      <p role="status" className={said ? s.said : ui.hidden}>
        {said}
      </p>
      {members.length === 0 ? (
        <section className={ui.empty}>
          <h2>Nobody yet</h2>
          <p>Invite the first one: somebody who owns the account, and can invite the others.</p>
        </section>
      ) : (
        <MembersTable
          members={members}
          onChange={(member) => setOpen({ kind: "role", member })}
          onRemove={(member) => setOpen({ kind: "remove", member })}
        />
      )}
      {invitations.length > 0 ? (
        <>
          <Section title="Invited" />
          {resend.error ? <Note tone="bad">{failureWords(failureOf(resend.error), "Nothing was mailed.")}</Note> : null}
          <InvitationsTable
            invitations={invitations}
            sending={resend.isPending ? resend.variables.id : null}
            onResend={({ id }) => resend.mutate({ id })}
            onWithdraw={(invitation) => setOpen({ kind: "withdraw", invitation })}
          />
        </>
      ) : null}
      <TwoFactorPolicy
        whom={`the people of ${team.data.name}`}
        without={members.filter(({ twoFactor, disabled }) => !twoFactor && !disabled).length}
        since={team.data.twoFactorSince}
        mayChange={mayGive.length > 0}
        change={requireTwoFactor}
      />
      {open ? <OpenDialog of={of} team={team.data} open={open} onClose={close} onDone={say} /> : null}
    </>
  );
}
