"use client";

import { useState } from "react";
import { CreateButton } from "../../ui/button";
import { Heading } from "../../ui/heading";
import { SecretDialog } from "../../ui/layers/layers";
import { useOpenLayer } from "../../ui/layers/open-layer";
import type { ShownOnce } from "../../ui/layers/secret-dialog";
import { EmptyState } from "../../ui/parts";
import { useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type ApiKeyDraft, type Credential, draftAfter, isWorking } from "./api-key-labels";
import { LimitApiKey } from "./api-key-limits";
import { ApiKeyRotation } from "./api-key-rotation";
import { ApiKeyTable } from "./api-keys-table";
import { DisableApiKey } from "./disable-api-key";
import { NewApiKey } from "./new-api-key";

const REFRESH_MS = 10_000;

type Credentials = Credential[];

/** The API keys of a merchant: create one, see its secret once, rotate it without downtime, disable one. */
export function ApiKeysPage({ first }: { first: Credentials }) {
  const { trpc, merchantId } = useConsole();
  const may = useMay();
  const list = useServedQuery(trpc.credentials.list, { merchantId }, first, REFRESH_MS);
  const [ending, setEnding] = useState<Credential | null>(null);
  const { open, value, show, close } = useOpenLayer("new", "restrict");
  const named = list.data.find(({ id }) => id === value);
  const canLimit = may("credentials.limit");
  const canMake = may("credentials.create");
  const make = canMake ? <CreateButton onClick={() => show("new")}>Create API key</CreateButton> : undefined;
  const onEnd = may("credentials.disable") ? setEnding : null;
  return (
    <>
      <Heading title="API keys" lead={leadOf(list.data)} action={make} />
      <QueryFailure what="The list" query={list} />
      {list.data.length === 0 ? (
        <EmptyState title="No API keys yet">
          Your server needs one to create payments. Start with a test-only key: its payments move no money.
        </EmptyState>
      ) : (
        <>
          <ApiKeyTable
            credentials={list.data}
            onEnd={onEnd}
            onLimit={canLimit ? ({ id }) => show("restrict", id) : null}
          />
          <ApiKeyRotation credentials={list.data} onMake={canMake ? ({ id }) => show("new", id) : null} onEnd={onEnd} />
        </>
      )}
      {open === "new" && canMake ? <MakeKey draft={named ? draftAfter(named) : {}} onClose={close} /> : null}
      {open === "restrict" && named && canLimit ? <LimitApiKey credential={named} onClose={close} /> : null}
      {ending ? <DisableApiKey credential={ending} credentials={list.data} onClose={() => setEnding(null)} /> : null}
    </>
  );
}

/** The form of a new key, then its secret. */
function MakeKey({ draft, onClose }: { draft: ApiKeyDraft; onClose: () => void }) {
  const [made, setMade] = useState<ShownOnce | null>(null);
  return made === null ? (
    <NewApiKey draft={draft} onClose={onClose} onMade={setMade} />
  ) : (
    <SecretDialog shown={made} onDone={onClose} />
  );
}

function leadOf(credentials: Credentials): string {
  const what = "A key is a client ID and a secret; the secret is shown once.";
  const active = credentials.filter(isWorking);
  const used = active.filter(({ isQuiet }) => !isQuiet).length;
  if (credentials.length === 0) return what;
  if (active.length === 0) return `No active keys. ${what}`;
  if (active.length === 1) return `1 active, ${used === 0 ? "not " : ""}used in the last hour. ${what}`;
  return `${active.length} active, ${used === 0 ? "none" : used} used in the last hour. ${what}`;
}
