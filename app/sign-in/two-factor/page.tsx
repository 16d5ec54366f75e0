import type { Metadata } from "next";
import { redirect } from "next/navigation";
import s from "@/components/console/sign-in/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in/sign-in-frame";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/fields";
import { Time } from "@/components/ui/time/time";
import ui from "@/components/ui/ui.module.css";
import { readPendingSignIn } from "@/server/identity/sign-in/complete-two-factor";
import { env } from "@/server/lib/config/env";
import { hasOutbox } from "@/server/mail/list-mails";
import { signInPage } from "../forms";
import { readHalf } from "../pending";
import { type CodeErrorSearch, codeErrorOf } from "./code-error";

export const metadata: Metadata = { title: "Two-factor authentication" };

export default async function TwoFactorPage({ searchParams }: { searchParams: Promise<CodeErrorSearch> }) {
  const half = await readHalf();
  const pending = half ? await readPendingSignIn(half.pendingToken) : null;
  if (!half || !pending) redirect(signInPage({ error: "over", to: half?.to }));
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      <form className={s.form} method="post" action="/sign-in/two-factor/verify">
        <h1>Two-factor authentication</h1>
        <p className={ui.muted}>
          Enter the code from your authenticator app. <a href={signInPage({ to: half.to })}>Start again</a>
        </p>
        <TextField
          id="code"
          label="Code from your app, or a recovery code"
          error={codeErrorOf(await searchParams)}
          help={
            <>
              The app shows a new code every 30 seconds. This page works until{" "}
              <Time at={pending.expiresAt.toISOString()} as="clock" />.
            </>
          }
          box={s.tall}
          name="code"
          required
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
        />
        <Button look="primary" className={s.tall} type="submit">
          Sign in
        </Button>
        <p className={`${ui.muted} ${ui.small}`}>
          Lost your phone? Use one of your ten recovery codes. Lost both? The operator of this installation can reset
          your sign-in.
        </p>
      </form>
    </SignInFrame>
  );
}
