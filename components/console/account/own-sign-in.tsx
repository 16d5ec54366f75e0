"use client";

import { useQuery } from "@tanstack/react-query";
import { Heading } from "../heading";
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
      <Passkeys passkeys={own.data.passkeys} device={device} />
      <SecondStep app={own.data.app} />
      <Sessions sessions={own.data.sessions} />
      <OwnHistory key={cursor} first={history} cursor={cursor} />
    </>
  );
}
