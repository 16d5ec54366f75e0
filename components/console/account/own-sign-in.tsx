"use client";

import { Heading } from "../../ui/heading";
import { Note } from "../../ui/parts";
import { type Outputs, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { OwnHistory } from "./own-history";
import { Passkeys } from "./passkeys";
import { Sessions } from "./sessions";
import type { Own } from "./sign-in-labels";
import { formatSignInSummary } from "./sign-in-labels";
import { TwoFactor } from "./two-factor";

const REFRESH_MS = 30_000;

type OwnSignInProps = {
  first: Own;
  device: string;
  history: Outputs["me"]["history"];
  /** The cursor of the history's page. */
  cursor: string | undefined;
};

/** The user's sign-in methods and sessions. `device`: the description of this browser. */
export function OwnSignIn({ first, device, history, cursor }: OwnSignInProps) {
  const trpc = useTRPC();
  const own = useServedQuery(trpc.me.get, undefined, first, REFRESH_MS);
  return (
    <>
      <Heading title="Security" lead={formatSignInSummary(own.data)} />
      <QueryFailure what="Your security settings" query={own} />
      <TwoFactorNote own={own.data} wasMissing={first.twoFactor.missing} />
      <Passkeys passkeys={own.data.passkeys} device={device} />
      <TwoFactor app={own.data.app} />
      <Sessions sessions={own.data.sessions} />
      <OwnHistory key={cursor} first={history} cursor={cursor} />
    </>
  );
}

type TwoFactorNoteProps = { own: Pick<Own, "twoFactor" | "passkeys">; wasMissing: boolean };

/** Why only this page opens without two-factor authentication, what to do, and when it is done. */
function TwoFactorNote({ own: { twoFactor, passkeys }, wasMissing }: TwoFactorNoteProps) {
  if (twoFactor.missing) {
    return (
      <Note tone="warn">
        <b>Two-factor authentication is required.</b> Your organisation or the operator requires it.{" "}
        {passkeys.length > 0
          ? "Sign out and sign in with your passkey. If you have lost it, ask the operator to reset your sign-in."
          : "Set up an authenticator app below, or add a passkey and sign in with it. Other pages open after that."}
      </Note>
    );
  }
  if (!wasMissing) return null;
  return (
    <p role="status">
      Two-factor authentication is set up. <a href="/console">Go to the Console</a>
    </p>
  );
}
