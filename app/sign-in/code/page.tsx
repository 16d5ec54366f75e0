import type { Metadata } from "next";
import { redirect } from "next/navigation";
import s from "@/components/console/sign-in/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in/sign-in-frame";
import { Button } from "@/components/ui/button";
import { BareInput } from "@/components/ui/fields";
import { Glyph } from "@/components/ui/icons";
import { plural } from "@/components/ui/text";
import { Time } from "@/components/ui/time/time";
import ui from "@/components/ui/ui.module.css";
import { CODE_LENGTH } from "@/server/identity/sign-in/sign-in-rules";
import { readChallenge } from "@/server/identity/sign-in/verify-sign-in";
import { env } from "@/server/lib/config/env";
import { hasOutbox } from "@/server/mail/list-mails";
import { signInPage } from "../forms";
import { readPending } from "../pending";

export const metadata: Metadata = { title: "Enter the code" };

type Search = Promise<{ left?: string | string[] }>;

export default async function CodePage({ searchParams }: { searchParams: Search }) {
  const pending = await readPending();
  const challenge = pending ? await readChallenge(pending.challengeId) : null;
  if (!pending || !challenge) redirect(signInPage({ error: "over", to: pending?.to }));
  const { left } = await searchParams;
  const wrong = typeof left === "string" && /^[1-9]$/.test(left) ? Number(left) : null;
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      <form className={s.form} method="post" action="/sign-in/verify">
        <h1>Enter the code from your e-mail</h1>
        <p className={ui.muted}>
          If <b>{challenge.email}</b> has an account here, we sent it a code of six letters and digits.{" "}
          <a href={signInPage({ to: pending.to })}>Use another address</a>
        </p>
        <div className={ui.field}>
          <label htmlFor="code">Code</label>
          <span className={s.code}>
            <BareInput
              id="code"
              name="code"
              required
              // The page has this one field, and the mail app gives the focus back to it.
              autoFocus
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={CODE_LENGTH}
              aria-describedby="code-help"
              aria-invalid={wrong === null ? undefined : true}
            />
            {[...Array(CODE_LENGTH).keys()].map((box) => (
              <i key={box} />
            ))}
          </span>
          {wrong === null ? null : (
            <p className={ui.error} role="alert">
              <Glyph name="fail" />
              Wrong code. {plural(wrong, "attempt")} left.
            </p>
          )}
          <p className={ui.help} id="code-help">
            Works once, until <Time at={challenge.expiresAt.toISOString()} as="clock" />. Upper and lower case both
            work.
          </p>
        </div>
        <Button look="primary" className={s.tall} type="submit">
          Sign in
        </Button>
        <p className={`${ui.muted} ${ui.small}`}>
          {hasOutbox() && env().smtpUrl === null ? (
            <>
              This is a demo: its e-mails stay on this machine. <a href="/outbox">Open the outbox</a>
            </>
          ) : (
            "No e-mail? Check your junk folder, or request another code."
          )}
        </p>
      </form>
    </SignInFrame>
  );
}
