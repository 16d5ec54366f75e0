import type { Metadata } from "next";
import { redirect } from "next/navigation";
import s from "@/components/console/sign-in/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in/sign-in-frame";
import { roleDescription, roleName } from "@/components/console/team/team-labels";
import { Button, LinkButton } from "@/components/ui/button";
import { HiddenField, TextField } from "@/components/ui/fields";
import { Note } from "@/components/ui/parts";
import ui from "@/components/ui/ui.module.css";
import type { SignedInUser } from "@/server/identity/sessions/sessions";
import {
  type InvitationProblem,
  readInvitation,
  readInvitationProblem,
  type ShownInvitation,
} from "@/server/identity/team/accept-invitation";
import { env } from "@/server/lib/config/env";
import { hasOutbox } from "@/server/mail/list-mails";
import { getSession } from "../../console/session";

export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ error?: string | string[] }> };

/** The page of a mailed invitation link. The GET changes nothing, because mail programs prefetch links. */
export default async function InvitationPage({ params, searchParams }: Props) {
  const { token } = await params;
  const { error } = await searchParams;
  const invitation = await readInvitation({}, token);
  const session = await getSession();
  // Until the required second factor is there, the session opens only the page that sets it up.
  if (session?.needsTwoFactor) redirect("/account");
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      {invitation === null ? <Gone why={await readInvitationProblem({}, token)} isSignedIn={session !== null} /> : null}
      {invitation && session?.user.email === invitation.email ? (
        <Accept token={token} invitation={invitation} user={session.user} wrongName={error === "name"} />
      ) : null}
      {invitation && session?.user.email !== invitation.email ? (
        <SignInFirst token={token} invitation={invitation} signedInAs={session?.user.email ?? null} />
      ) : null}
    </SignInFrame>
  );
}

const WHY: Record<InvitationProblem, string> = {
  used: "This invitation was already accepted. If that was you, sign in.",
  withdrawn: "This invitation was cancelled. Ask a member of the team to invite you again.",
  over: "This invitation expired after 7 days. Ask the sender to send it again.",
  "sender-not-allowed": "The sender can no longer invite people. Ask another member of the team to invite you.",
  unknown: "This invitation was replaced or the link is incomplete. Use the latest e-mail.",
};

function Gone({ why, isSignedIn }: { why: InvitationProblem; isSignedIn: boolean }) {
  return (
    <div className={s.form}>
      <h1>This invitation isn’t valid</h1>
      <p className={ui.muted}>{WHY[why]}</p>
      <LinkButton className={s.tall} document href={isSignedIn ? "/console" : "/sign-in"}>
        {isSignedIn ? "Go to the Console" : "Sign in"}
      </LinkButton>
    </div>
  );
}

function InvitationHeading({ invitation: { invitedBy, team, partnerId, role } }: { invitation: ShownInvitation }) {
  return (
    <>
      <h1>Join {team}</h1>
      <p className={ui.muted}>
        {invitedBy} invited you to the team of {team} as <b>{roleName(role).toLowerCase()}</b>
        {partnerId === null ? "" : ` for all merchants of ${team}`}. {roleDescription(role)}
      </p>
    </>
  );
}

type AcceptProps = { token: string; invitation: ShownInvitation; user: SignedInUser; wrongName: boolean };

function Accept({ token, invitation, user, wrongName }: AcceptProps) {
  const isNew = user.memberships.length === 0;
  return (
    <form className={s.form} method="post" action={`/invitation/${token}/accept`}>
      <InvitationHeading invitation={invitation} />
      {isNew ? (
        <TextField
          id="name"
          label="Your name"
          help="Shown to your team and in the audit log."
          error={wrongName ? "Enter a name of 1 to 140 characters." : undefined}
          box={s.tall}
          name="name"
          required
          maxLength={140}
          autoComplete="name"
          defaultValue={user.name}
        />
      ) : null}
      <Button look="primary" className={s.tall} type="submit">
        Join {invitation.team}
      </Button>
      <p className={`${ui.muted} ${ui.small}`}>You are signed in as {user.email}.</p>
    </form>
  );
}

type ComeInProps = { token: string; invitation: ShownInvitation; signedInAs: string | null };

function SignInFirst({ token, invitation, signedInAs }: ComeInProps) {
  return (
    <div className={s.form}>
      <InvitationHeading invitation={invitation} />
      {signedInAs === null ? (
        <form className={s.form} method="post" action="/sign-in/start">
          <HiddenField name="email" value={invitation.email} />
          <HiddenField name="to" value={`/invitation/${token}`} />
          <p className={ui.muted}>
            Confirm your address first: we’ll send a code to <b>{invitation.email}</b>.
          </p>
          <Button look="primary" className={s.tall} type="submit">
            Send code
          </Button>
        </form>
      ) : (
        <form className={s.form} method="post" action="/sign-in/end">
          <Note tone="warn">
            This invitation is for {invitation.email}, but you are signed in as {signedInAs}. Sign out, then open the
            link in the e-mail again.
          </Note>
          <Button className={s.tall} type="submit">
            Sign out
          </Button>
        </form>
      )}
    </div>
  );
}
