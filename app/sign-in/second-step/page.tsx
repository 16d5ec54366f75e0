import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Field } from "@/components/console/parts";
import s from "@/components/console/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in-frame";
import { Time } from "@/components/console/time";
import ui from "@/components/console/ui.module.css";
import { readPendingSignIn } from "@/server/access/pass-second-step";
import { env } from "@/server/lib/env";
import { hasOutbox } from "@/server/mail/list-outbox";
import { readHalf } from "../pending";

export const metadata: Metadata = { title: "Your second step" };

type Search = Promise<{ left?: string | string[]; wait?: string | string[] }>;

const LIMIT =
  "There were too many wrong codes from here. A recovery code still works; the app's codes do again in an hour.";

function problemOf({ left, wait }: Awaited<Search>): string | undefined {
  if (wait !== undefined) return LIMIT;
  if (left === undefined) return undefined;
  const tries = typeof left === "string" && /^[1-9]$/.test(left) ? Number(left) : null;
  const words = "That is not the code, or it was used before.";
  return tries === null ? words : `${words} ${tries === 1 ? "One try is left." : `${tries} tries are left.`}`;
}

export default async function SecondStepPage({ searchParams }: { searchParams: Search }) {
  const half = await readHalf();
  const pending = half ? await readPendingSignIn(half.pendingToken) : null;
  if (!pending) redirect("/sign-in?error=over");
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      <form className={s.form} method="post" action="/sign-in/second-step/verify">
        <h1>Now your second step</h1>
        <p className={ui.muted}>
          You set up an authenticator app. <a href="/sign-in">Begin again</a>
        </p>
        <Field
          id="code"
          label="Code from your app, or a recovery code"
          error={problemOf(await searchParams)}
          help={
            <>
              The app shows another code every thirty seconds. This page works until{" "}
              <Time at={pending.expiresAt.toISOString()} as="clock" />.
            </>
          }
        >
          {(wiring) => (
            <span className={`${ui.input} ${s.tall}`}>
              <input
                {...wiring}
                name="code"
                required
                // biome-ignore lint/a11y/noAutofocus: the page has this one field
                autoFocus
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={24}
              />
            </span>
          )}
        </Field>
        <button className={`${ui.button} ${ui.primary} ${s.tall}`} type="submit">
          Sign in
        </button>
        <p className={`${ui.muted} ${ui.small}`}>
          Lost the phone? One of your ten recovery codes does the same, once. Lost both? Whoever runs this installation
          can take the second step away.
        </p>
      </form>
    </SignInFrame>
  );
}
