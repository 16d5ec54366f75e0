import type { Metadata } from "next";
import { Field, Note } from "@/components/console/parts";
import s from "@/components/console/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in-frame";
import { roleName, roleWhat } from "@/components/console/team/team-words";
import ui from "@/components/console/ui.module.css";
import type { SignedInUser } from "@/server/access/sessions";
import {
  readInvitation,
  readWhyNotOpen,
  type ShownInvitation,
  type WhyNotOpen,
} from "@/server/access/team/accept-invitation";
import { env } from "@/server/lib/env";
import { hasOutbox } from "@/server/mail/list-outbox";
import { getSession } from "../../console/session";

export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ error?: string | string[] }> };

/** What a mailed link opens. It does nothing by itself: mail programs follow links too. */
export default async function InvitationPage({ params, searchParams }: Props) {
  const { token } = await params;
  const { error } = await searchParams;
  const invitation = await readInvitation({}, token);
  const session = await getSession();
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      {invitation === null ? <Gone why={await readWhyNotOpen({}, token)} isSignedIn={session !== null} /> : null}
      {invitation && session?.user.email === invitation.email ? (
        <Accept token={token} invitation={invitation} user={session.user} wrongName={error === "name"} />
      ) : null}
      {invitation && session?.user.email !== invitation.email ? (
        <ComeIn token={token} invitation={invitation} signedInAs={session?.user.email ?? null} />
      ) : null}
    </SignInFrame>
  );
}

const WHY: Record<WhyNotOpen, string> = {
  used: "It was used already, and works once. If it was you, sign in as always.",
  withdrawn:
    "It was withdrawn, by the team or because whoever sent it may not invite people any more. Ask somebody of the team to " +
    "invite you again.",
  over: "Its seven days are over. Whoever invited you can send it again.",
  "not-stood-for":
    "Whoever sent it may not invite people any more. Ask somebody else of the team to invite you. Nothing was changed.",
  unknown: "A newer mail took its place, or its address was cut. Open the link of the last mail, whole.",
};

function Gone({ why, isSignedIn }: { why: WhyNotOpen; isSignedIn: boolean }) {
  return (
    <div className={s.form}>
      <h1>This invitation is not open</h1>
      <p className={ui.muted}>{WHY[why]}</p>
      <a className={`${ui.button} ${s.tall}`} href={isSignedIn ? "/console" : "/sign-in"}>
        {isSignedIn ? "To the Console" : "Sign in"}
      </a>
    </div>
  );
}

function Asked({ invitation: { invitedBy, place, role } }: { invitation: ShownInvitation }) {
  return (
    <>
      <h1>Join {place}</h1>
      <p className={ui.muted}>
        {invitedBy} invites you to the team of {place}, as <b>{roleName(role).toLowerCase()}</b>. {roleWhat(role)}
      </p>
    </>
  );
}

type AcceptProps = { token: string; invitation: ShownInvitation; user: SignedInUser; wrongName: boolean };

function Accept({ token, invitation, user, wrongName }: AcceptProps) {
  const isNew = user.memberships.length === 0;
  return (
    <form className={s.form} method="post" action={`/invitation/${token}/accept`}>
      <Asked invitation={invitation} />
      {isNew ? (
        <Field
          id="name"
          label="Your name"
          help="As your team reads it, and the audit log says it."
          error={wrongName ? "A name of 1 to 140 characters." : undefined}
        >
          {(wiring) => (
            <span className={`${ui.input} ${s.tall}`}>
              <input {...wiring} name="name" required maxLength={140} autoComplete="name" defaultValue={user.name} />
            </span>
          )}
        </Field>
      ) : null}
      <button className={`${ui.button} ${ui.primary} ${s.tall}`} type="submit">
        Join {invitation.place}
      </button>
      <p className={`${ui.muted} ${ui.small}`}>You are signed in as {user.email}.</p>
    </form>
  );
}

type ComeInProps = { token: string; invitation: ShownInvitation; signedInAs: string | null };

function ComeIn({ token, invitation, signedInAs }: ComeInProps) {
  return (
    <div className={s.form}>
      <Asked invitation={invitation} />
      {signedInAs === null ? (
        <form className={s.form} method="post" action="/sign-in/start">
          <input type="hidden" name="email" value={invitation.email} />
          <input type="hidden" name="to" value={`/invitation/${token}`} />
          <p className={ui.muted}>
            First show that it is you: a code is mailed to <b>{invitation.email}</b>.
          </p>
          <button className={`${ui.button} ${ui.primary} ${s.tall}`} type="submit">
            Send me a code
          </button>
        </form>
      ) : (
        <form className={s.form} method="post" action="/sign-in/end">
          <Note tone="warn">
            It is for {invitation.email}, and you are signed in as {signedInAs}. Sign out, then open the link of the
            mail again.
          </Note>
          <button className={`${ui.button} ${s.tall}`} type="submit">
            Sign out
          </button>
        </form>
      )}
    </div>
  );
}
