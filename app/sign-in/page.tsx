import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PasskeySignIn } from "@/components/console/sign-in/passkey-sign-in";
import s from "@/components/console/sign-in/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in/sign-in-frame";
import { Button, LinkButton } from "@/components/ui/button";
import { HiddenField, TextField } from "@/components/ui/fields";
import { Note } from "@/components/ui/parts";
import ui from "@/components/ui/ui.module.css";
import { googleName } from "@/server/identity/sign-in/google/start-google";
import { SESSION_TTL_S, type SessionEnd, safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { env } from "@/server/lib/config/env";
import { hasOutbox } from "@/server/mail/list-mails";
import { getSession, readSessionEnd } from "../console/session";

export const metadata: Metadata = { title: "Sign in" };

const NOTES = new Map(
  Object.entries({
    google: "Google sign-in failed. Try again, or request a code.",
    stranger: "There is no account with your Google address. Ask your team’s owner to invite you.",
    signedout: "You are signed out everywhere.",
    again:
      "Sign in again with a code. This ends your session in this browser. If your team requires two-factor authentication, you need your passkey.",
    limit:
      "Too many codes were requested for this address within an hour, so we didn’t send another one. Open the link in the last of our e-mails, sign in with a passkey or Google, use a browser you have signed in with before, or wait an hour.",
    network:
      "Too many codes were requested from your network within an hour, so we didn’t send one. Sign in with a passkey or Google, use a browser you have signed in with before, try another network, or wait an hour.",
    over: "That code has expired. A code works once, for 10 minutes and 5 attempts. Request a new one.",
    unavailable: "We couldn’t sign you in because of an error on our side. Try again in a moment.",
    elsewhere: "That form was sent from another site. Enter your address here.",
  }),
);

const ENDS: Record<SessionEnd, string> = {
  expired: `Your session ended because it was ${SESSION_TTL_S / 3_600} hours old. Sign in again.`,
  ended:
    "Your session was ended: you signed out on another device, or your access or your sign-in methods were changed. Sign in again.",
};

type Search = Promise<{ to?: string | string[]; error?: string | string[]; pass?: string | string[] }>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { to, error, pass } = await searchParams;
  const target = safeReturnPath(typeof to === "string" ? to : null);
  if (error === undefined && (await getSession()) !== null) redirect(target);
  const google = googleName();
  const end = error === undefined ? await readSessionEnd() : null;
  const note = typeof error === "string" ? NOTES.get(error) : end === null ? undefined : ENDS[end];
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      <form className={s.form} method="post" action="/sign-in/start">
        <h1>Sign in to the Console</h1>
        {note ? <Note tone="warn">{note}</Note> : null}
        <HiddenField name="to" value={target} />
        {typeof pass === "string" ? <HiddenField name="pass" value={pass} /> : null}
        <TextField
          id="email"
          label="Work e-mail"
          error={error === "email" ? "Enter an e-mail address." : undefined}
          box={s.tall}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="username webauthn"
          placeholder="you@company.com"
        />
        <Button look="primary" className={s.tall} type="submit">
          Send code
        </Button>
        <p className={s.or}>
          <span>or</span>
        </p>
        <PasskeySignIn to={target} />
        {google ? (
          <LinkButton className={s.tall} document href={`/sign-in/google?to=${encodeURIComponent(target)}`}>
            Continue with {google}
          </LinkButton>
        ) : null}
        <p className={`${ui.muted} ${ui.small}`}>A code works once, for 10 minutes.</p>
      </form>
    </SignInFrame>
  );
}
