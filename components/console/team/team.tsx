"use client";

import { useState } from "react";
import { CreateButton } from "../../ui/button";
import { Heading, Section } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { EmptyState, Note } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import ui from "../../ui/ui.module.css";
import { InvitationsTable } from "./invitations-table";
import { MembersTable } from "./members-table";
import { type TeamOf, useTeam, useTeamChange } from "./team-calls";
import { type OpenDialog, TeamDialog } from "./team-dialogs";
import { formatTeamSummary, type Team } from "./team-labels";
import { TwoFactorPolicy } from "./two-factor-policy";

/** What is open: a confirmation, or the form that the address names, of those that the user may open. */
function useOpenForm({ members, mayGive }: Team) {
  const layer = useOpenLayer("new", "role");
  const [asked, ask] = useState<OpenDialog | null>(null);
  const member = members.find(({ userId, mayChange }) => mayChange && userId === layer.value);
  const form: OpenDialog | null =
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
      <QueryFailure what="The team" query={team} />
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
      {open ? <TeamDialog of={of} team={team.data} open={open} onClose={close} onDone={show} /> : null}
    </>
  );
}
