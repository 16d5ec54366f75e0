"use client";

import { useQuery } from "@tanstack/react-query";
import { Heading } from "../heading";
import { Note } from "../parts";
import { type Outputs, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { OwnHistory } from "./own-history";
import { Passkeys } from "./passkeys";
import { SecondStep } from "./second-step";
import { Sessions } from "./sessions";
import { newsOf } from "./sign-in-words";

export type Own = Outputs["me"]["get"];

const REFRESH_MS = 30_000;

type OwnSignInProps = {
  first: Own;
  device: string;
  history: Outputs["me"]["history"];
  /** Of the page of the history. */
  cursor: string | undefined;
};

/** What one comes in with, and where one is signed in. `device`: this browser, in words. */
export function OwnSignIn({ first, device, history, cursor }: OwnSignInProps) {
  const trpc = useTRPC();
  const own = useQuery(trpc.me.get.queryOptions(undefined, { initialData: first, refetchInterval: REFRESH_MS }));
  return (
    <>
      <Heading title="Your sign-in" lead={newsOf(own.data)} />
      {own.isError ? <QueryFailure what="Your sign-in" error={own.error} retry={() => own.refetch()} /> : null}
      <TwoFactorNote twoFactor={own.data.twoFactor} wasMissing={first.twoFactor.missing} />
      <Passkeys passkeys={own.data.passkeys} device={device} />
      <SecondStep app={own.data.app} />
      <Sessions sessions={own.data.sessions} />
      <OwnHistory key={cursor} first={history} cursor={cursor} />
    </>
  );
}

type TwoFactorNoteProps = { twoFactor: Own["twoFactor"]; wasMissing: boolean };

/** Why nothing but this page opens, what to do about it, and that it is done. */
function TwoFactorNote({ twoFactor, wasMissing }: TwoFactorNoteProps) {
  if (twoFactor.missing) {
    return (
      <Note tone="warn">
        <b>Two-factor authentication is required.</b> Your organisation, or the operator, asks for it. Set up an
        authenticator app below, or add a passkey and sign in with it. Until then you can do nothing else here.
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
