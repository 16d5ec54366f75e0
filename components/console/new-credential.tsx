"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LimitFields, limitsOf } from "./credential-limits";
import { SCOPE_WORDS, SCOPES } from "./credential-words";
import s from "./credentials.module.css";
import { Drawer, DrawerForm } from "./drawer";
import { failureWords } from "./failure-words";
import { Field, Note } from "./parts";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import type { ShownOnce } from "./secret-dialog";
import ui from "./ui.module.css";

/** What the form of a new credential begins with. */
export type CredentialDraft = { name?: string; testOnly?: boolean; scopes?: readonly string[] };

type NewCredentialProps = { draft: CredentialDraft; onClose: () => void; onMade: (shown: ShownOnce) => void };

export function NewCredential({ draft, onClose, onMade }: NewCredentialProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [scopesError, setScopesError] = useState<string>();
  const create = useMutation(
    trpc.credentials.create.mutationOptions({
      onSuccess: ({ client_id, client_secret }, { name }) => {
        queries.invalidateQueries(trpc.credentials.list.queryFilter());
        onMade({
          about: name,
          values: [
            { label: "Client id", name: "BANKSIDE_CLIENT_ID", value: client_id },
            { label: "Secret", name: "BANKSIDE_CLIENT_SECRET", value: client_secret },
          ],
          ifLost: "Lost it later? Make another credential and disable this one; nothing breaks meanwhile.",
        });
      },
    }),
  );
  const send = (form: FormData) => {
    const isLimited = form.get("may") === "some";
    const scopes = isLimited ? SCOPES.filter((scope) => form.getAll("scope").includes(scope)) : [];
    const isEmpty = isLimited && scopes.length === 0;
    // No scope at all would mean everything.
    setScopesError(isEmpty ? "Choose what it may do." : undefined);
    if (isEmpty) return;
    create.mutate({
      merchantId,
      name: String(form.get("name") ?? ""),
      testOnly: form.get("testOnly") === "on",
      scopes,
      ...limitsOf(form),
    });
  };
  const failure = create.error ? failureOf(create.error) : null;
  const fields = failure?.fields ?? {};
  const isOnField = ["name", "ends_at", "allowed_networks"].some((name) => fields[name] !== undefined);
  return (
    <Drawer title="New credential" onClose={onClose}>
      <DrawerForm action="Create and show the secret" busy={create.isPending} onSubmit={send}>
        {failure && !isOnField ? <Note tone="bad">{failureWords(failure, "Nothing was created.")}</Note> : null}
        <Field
          id="credential-name"
          label="Name"
          help="Where it will be used, such as “Production server”."
          error={fields["name"]}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="name" autoComplete="off" maxLength={80} defaultValue={draft.name} />
            </span>
          )}
        </Field>
        <ScopesField scopes={draft.scopes ?? []} error={scopesError} />
        <label className={ui.check}>
          <input type="checkbox" name="testOnly" defaultChecked={draft.testOnly} />
          <span>
            Test only
            <small>
              All that it creates are tests, and it sees no live payment. It cannot change where webhooks go.
            </small>
          </span>
        </label>
        <LimitFields errors={fields} />
      </DrawerForm>
    </Drawer>
  );
}

function ScopesField({ scopes, error }: { scopes: readonly string[]; error: string | undefined }) {
  const [isLimited, setLimited] = useState(scopes.length > 0);
  return (
    <fieldset className={s.scopes} aria-describedby={error ? "scopes-error" : undefined}>
      <legend>It may do</legend>
      <label className={ui.check}>
        <input type="radio" name="may" value="all" checked={!isLimited} onChange={() => setLimited(false)} />
        <span>Everything</span>
      </label>
      <label className={ui.check}>
        <input type="radio" name="may" value="some" checked={isLimited} onChange={() => setLimited(true)} />
        <span>
          Only what is chosen
          <small>What it is not for, it cannot be misused for.</small>
        </span>
      </label>
      {isLimited ? (
        <div>
          {SCOPES.map((scope) => (
            <label key={scope} className={ui.check}>
              <input type="checkbox" name="scope" value={scope} defaultChecked={scopes.includes(scope)} />
              <span>
                <code>{scope}</code>
                <small>{SCOPE_WORDS[scope]}</small>
              </span>
            </label>
          ))}
        </div>
      ) : null}
      {error ? (
        <p className={ui.error} id="scopes-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
