import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Field, Note } from "@/components/console/parts";
import { PasskeySignIn } from "@/components/console/passkey-sign-in";
import s from "@/components/console/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in-frame";
import ui from "@/components/console/ui.module.css";
import { googleName } from "@/server/access/google/start-google";
import { safeReturnPath } from "@/server/access/sign-in-rules";
import { env } from "@/server/lib/env";
import { hasOutbox } from "@/server/mail/list-outbox";
import { getSession } from "../console/session";

export const metadata: Metadata = { title: "Sign in" };

const NOTES: Record<string, string> = {
  google: "Google did not say who you are. Nothing was begun. Try again, or ask for a code.",
  stranger: "Nobody here has the address that Google gave. Ask whoever runs your business's account to invite you.",
  signedout: "You are signed out everywhere: every session has ended, this one too.",
  limit:
    "Too many codes were requested for this address within an hour, so we didn't send another one. Sign in with a passkey or Google, use a browser you have signed in with before, or wait an hour.",
  over: "That code is over: it works once, for ten minutes and five tries. Ask for another one.",
  unavailable: "The sign-in did not answer. Nothing was mailed. Try again in a moment.",
  elsewhere: "That form came from another page. Nothing was mailed. Type your address here.",
};

type Search = Promise<{ to?: string | string[]; error?: string | string[] }>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { to, error } = await searchParams;
  const target = safeReturnPath(typeof to === "string" ? to : null);
  if (error === undefined && (await getSession()) !== null) redirect(target);
  const google = googleName();
  const note = typeof error === "string" ? NOTES[error] : undefined;
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      <form className={s.form} method="post" action="/sign-in/start">
        <h1>Sign in to the Console</h1>
        {note ? <Note tone="warn">{note}</Note> : null}
        <input type="hidden" name="to" value={target} />
        <Field id="email" label="Work e-mail" error={error === "email" ? "This is not a mail address." : undefined}>
          {(wiring) => (
            <span className={`${ui.input} ${s.tall}`}>
              <input
                {...wiring}
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="username webauthn"
                placeholder="you@company.com"
              />
            </span>
          )}
        </Field>
        <button className={`${ui.button} ${ui.primary} ${s.tall}`} type="submit">
          Send me a code
        </button>
        <p className={s.or}>
          <span>or</span>
        </p>
        <PasskeySignIn to={target} />
        {google ? (
          <a className={`${ui.button} ${s.tall}`} href={`/sign-in/google?to=${encodeURIComponent(target)}`}>
            Continue with {google}
          </a>
        ) : null}
        <p className={`${ui.muted} ${ui.small}`}>No password, so none to lose. A code works once, for ten minutes.</p>
      </form>
    </SignInFrame>
  );
}
