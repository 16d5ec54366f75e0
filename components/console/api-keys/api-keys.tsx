"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Heading } from "../../ui/heading";
import { SecretDialog } from "../../ui/layers/layers";
import type { ShownOnce } from "../../ui/layers/secret-dialog";
import { EmptyState } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import { useMay, useMerchantId, useTRPC } from "../frame/queries";
import { type Credential, isWorking } from "./api-key-labels";
import { LimitApiKey } from "./api-key-limits";
import { ApiKeyRotation } from "./api-key-rotation";
import { ApiKeyTable } from "./api-keys-table";
import { DisableApiKey } from "./disable-api-key";
import { type ApiKeyDraft, NewApiKey } from "./new-api-key";

const REFRESH_MS = 10_000;

type Credentials = Credential[];

/** The API keys of a merchant: create one, see its secret once, rotate it without downtime, disable one. */
export function ApiKeysPage({ first }: { first: Credentials }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const may = useMay();
  const options = trpc.credentials.list.queryOptions(
    { merchantId },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const list = useQuery(options);
  const [making, setMaking] = useState<ApiKeyDraft | null>(null);
  const [shown, setShown] = useState<ShownOnce | null>(null);
  const [ending, setEnding] = useState<Credential | null>(null);
  const [limiting, setLimiting] = useState<Credential | null>(null);
  const canMake = may("credentials.create");
  const make = canMake ? (
    <Button look="primary" onClick={() => setMaking({})} data-create="">
      Create API key{" "}
    </Button>
  ) : undefined;
  const onEnd = may("credentials.disable") ? setEnding : null;
  return (
    <>
      <Heading title="API keys" lead={leadOf(list.data)} action={make} />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {list.data.length === 0 ? (
        <EmptyState title="No API keys yet">
          Your server needs one to create payments. Start with a test-only key: its payments move no money.
        </EmptyState>
      ) : (
        <>
          <ApiKeyTable credentials={list.data} onEnd={onEnd} onLimit={may("credentials.limit") ? setLimiting : null} />
          <ApiKeyRotation credentials={list.data} onMake={canMake ? setMaking : null} onEnd={onEnd} />
        </>
      )}
      {making ? (
        <NewApiKey
          draft={making}
          onClose={() => setMaking(null)}
          onMade={(made) => {
            setMaking(null);
            setShown(made);
          }}
        />
      ) : null}
      {shown ? <SecretDialog shown={shown} onDone={() => setShown(null)} /> : null}
      {limiting ? <LimitApiKey credential={limiting} onClose={() => setLimiting(null)} /> : null}
      {ending ? <DisableApiKey credential={ending} credentials={list.data} onClose={() => setEnding(null)} /> : null}
    </>
  );
}

function leadOf(credentials: Credentials): string {
  const what = "A key is a client ID and a secret; the secret is shown once.";
  const active = credentials.filter(isWorking);
  const used = active.filter(({ isQuiet }) => !isQuiet).length;
  if (active.length === 0) return `No active keys. ${what}`;
  if (active.length === 1) return `1 active, ${used === 0 ? "not " : ""}used in the last hour. ${what}`;
  return `${active.length} active, ${used === 0 ? "none" : used} used in the last hour. ${what}`;
}
