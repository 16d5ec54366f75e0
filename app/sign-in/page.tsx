import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Field, Note } from "@/components/console/parts";
import s from "@/components/console/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in-frame";
import ui from "@/components/console/ui.module.css";
import { safeReturnPath } from "@/server/access/sign-in-rules";
import { env } from "@/server/lib/env";
import { getSession } from "../console/session";

export const metadata: Metadata = { title: "Sign in" };

const NOTES: Record<string, string> = {
  limit: "Too many codes were asked for from your network. Nothing was mailed. Wait ten minutes, then ask again.",
  over: "That code is over: it works once, for ten minutes and five tries. Ask for another one.",
  unavailable: "The sign-in did not answer. Nothing was mailed. Try again in a moment.",
  elsewhere: "That form came from another page. Nothing was mailed. Type your address here.",
};

type Search = Promise<{ to?: string | string[]; error?: string | string[] }>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { to, error } = await searchParams;
  const target = safeReturnPath(typeof to === "string" ? to : null);
  if (error === undefined && (await getSession()) !== null) redirect(target);
  const note = typeof error === "string" ? NOTES[error] : undefined;
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={env().demo}>
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
                autoComplete="username"
                placeholder="you@company.com"
              />
            </span>
          )}
        </Field>
        <button className={`${ui.button} ${ui.primary} ${s.tall}`} type="submit">
          Send me a code
        </button>
        <p className={`${ui.muted} ${ui.small}`}>No password, so none to lose. A code works once, for ten minutes.</p>
      </form>
    </SignInFrame>
  );
}
