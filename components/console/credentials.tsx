"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LimitCredential } from "./credential-limits";
import { CredentialRotation } from "./credential-rotation";
import { type Credential, isWorking } from "./credential-words";
import { CredentialTable } from "./credentials-table";
import { DisableCredential } from "./disable-credential";
import { Heading } from "./heading";
import { type CredentialDraft, NewCredential } from "./new-credential";
import { useMay, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { SecretDialog, type ShownOnce } from "./secret-dialog";
import ui from "./ui.module.css";

const REFRESH_MS = 10_000;

type Credentials = Credential[];

/** The credentials of a merchant: make one, see its secret once, change to another without a pause, disable one. */
export function CredentialsPage({ first }: { first: Credentials }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const may = useMay();
  const options = trpc.credentials.list.queryOptions(
    { merchantId },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const list = useQuery(options);
  const [making, setMaking] = useState<CredentialDraft | null>(null);
  const [shown, setShown] = useState<ShownOnce | null>(null);
  const [ending, setEnding] = useState<Credential | null>(null);
  const [limiting, setLimiting] = useState<Credential | null>(null);
  const canMake = may("credentials.create");
  const make = canMake ? (
    <button className={`${ui.button} ${ui.primary}`} type="button" onClick={() => setMaking({})} data-create="">
      New credential
    </button>
  ) : undefined;
  const onEnd = may("credentials.disable") ? setEnding : null;
  return (
    <>
      <Heading title="Credentials" lead={leadOf(list.data)} action={make} />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {list.data.length === 0 ? (
        <section className={ui.empty}>
          <h2>No credential yet</h2>
          <p>
            Your server cannot call the API before it has one. Make the first; its secret is shown once, and goes where
            your server reads it. One for tests only is a good beginning: nothing that it makes moves money.
          </p>
        </section>
      ) : (
        <>
          <CredentialTable
            credentials={list.data}
            onEnd={onEnd}
            onLimit={may("credentials.limit") ? setLimiting : null}
          />
          <CredentialRotation credentials={list.data} onMake={canMake ? setMaking : null} onEnd={onEnd} />
        </>
      )}
      {making ? (
        <NewCredential
          draft={making}
          onClose={() => setMaking(null)}
          onMade={(made) => {
            setMaking(null);
            setShown(made);
          }}
        />
      ) : null}
      {shown ? <SecretDialog shown={shown} onDone={() => setShown(null)} /> : null}
      {limiting ? <LimitCredential credential={limiting} onClose={() => setLimiting(null)} /> : null}
      {ending ? (
        <DisableCredential credential={ending} credentials={list.data} onClose={() => setEnding(null)} />
      ) : null}
    </>
  );
}

function leadOf(credentials: Credentials): string {
  const what = "A client id and a secret, with which your server asks for access tokens.";
  const active = credentials.filter(isWorking);
  const used = active.filter(({ isQuiet }) => !isQuiet).length;
  if (active.length === 0) return `${what} None works now.`;
  const works = active.length === 1 ? "One works" : `${active.length} work at once`;
  return `${what} ${works}; ${used === 0 ? "none" : used} ${used === 1 ? "was" : "were"} used in the last hour.`;
}
