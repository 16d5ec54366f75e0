"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { Id } from "./copy-button";
import { Drawer, DrawerForm } from "./drawer";
import { Heading } from "./heading";
import { Field, Note, Status, TestTag } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { SecretDialog, type ShownOnce } from "./secret-dialog";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Credentials = Outputs["credentials"]["list"];
type Credential = Credentials[number];

/** Columns that a narrow window has no room for. */
const DROPPED = new Set(["Made", "Last used"]);

/** The credentials of a merchant: make one, see its secret once, disable one. */
export function CredentialsPage({ first }: { first: Credentials }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const list = useQuery(trpc.credentials.list.queryOptions({ merchantId }, { initialData: first }));
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownOnce | null>(null);
  const [ending, setEnding] = useState<Credential | null>(null);
  const make = (
    <button className={`${ui.button} ${ui.primary}`} type="button" onClick={() => setMaking(true)}>
      New credential
    </button>
  );
  return (
    <>
      <Heading
        title="Credentials"
        lead="A client id and a secret, with which your server asks for access tokens. Several work at once."
        action={make}
      />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {list.data.length === 0 ? (
        <section className={ui.empty}>
          <h2>No credential yet</h2>
          <p>Your server cannot call the API before it has one. Make the first; its secret is shown once.</p>
        </section>
      ) : (
        <CredentialTable credentials={list.data} onEnd={setEnding} />
      )}
      {making ? (
        <NewCredential
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
          }}
        />
      ) : null}
      {shown ? <SecretDialog shown={shown} onDone={() => setShown(null)} /> : null}
      {ending ? <DisableCredential credential={ending} onClose={() => setEnding(null)} /> : null}
    </>
  );
}

function CredentialTable({
  credentials,
  onEnd,
}: {
  credentials: Credentials;
  onEnd: (credential: Credential) => void;
}) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Credentials, newest first</caption>
        <colgroup>
          <col />
          <col style={{ width: "13rem" }} />
          <col style={{ width: "8rem" }} />
          <col data-drop="" style={{ width: "8rem" }} />
          <col data-drop="" style={{ width: "8rem" }} />
          <col style={{ width: "7rem" }} />
          <col style={{ width: "5.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Name", "Client id", "Works in", "Made", "Last used", "Status"].map((head) => (
              <th key={head} scope="col" data-drop={DROPPED.has(head) ? "" : undefined}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className={ui.hidden}>Do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {credentials.map((credential) => (
            <CredentialRow key={credential.id} credential={credential} onEnd={() => onEnd(credential)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CredentialRow({ credential, onEnd }: { credential: Credential; onEnd: () => void }) {
  const { id, name, testOnly, createdAt, lastUsedAt, disabledAt } = credential;
  return (
    <tr>
      <td data-on="a" title={name}>
        {name}
      </td>
      <td data-on="c">
        <Id value={id} label="client id" shown={18} />
      </td>
      <td>{testOnly ? <TestTag word="Test only" /> : <span className={ui.muted}>Live and test</span>}</td>
      <td className={ui.muted} data-drop="">
        <Time at={createdAt} />
      </td>
      <td className={ui.muted} data-drop="">
        {lastUsedAt ? <Time at={lastUsedAt} /> : <span className={ui.dim}>not yet</span>}
      </td>
      <td data-on="b">
        {disabledAt ? (
          <Status tone="mute" glyph="stop">
            Disabled
          </Status>
        ) : (
          <Status tone="good" glyph="done">
            Active
          </Status>
        )}
      </td>
      <td data-on="d">
        {disabledAt ? null : (
          <button
            className={`${ui.button} ${ui.slim}`}
            type="button"
            data-over=""
            onClick={onEnd}
            aria-label={`Disable ${name}`}
          >
            Disable
          </button>
        )}
      </td>
    </tr>
  );
}

function NewCredential({ onClose, onMade }: { onClose: () => void; onMade: (shown: ShownOnce) => void }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
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
  const failure = create.error ? failureOf(create.error) : null;
  return (
    <Drawer title="New credential" onClose={onClose}>
      <DrawerForm
        action="Create and show the secret"
        busy={create.isPending}
        onSubmit={(form) =>
          create.mutate({ merchantId, name: String(form.get("name") ?? ""), testOnly: form.get("testOnly") === "on" })
        }
      >
        {failure && !failure.fields["name"] ? <Note tone="bad">{failure.message} Nothing was created.</Note> : null}
        <Field
          id="credential-name"
          label="Name"
          help="Where it will be used, such as “Production server”."
          error={failure?.fields["name"]}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="name" autoComplete="off" maxLength={80} />
            </span>
          )}
        </Field>
        <label className={ui.check}>
          <input type="checkbox" name="testOnly" />
          <span>
            Test only
            <small>
              All that it creates are tests, and it sees no live payment. It cannot change where webhooks go.
            </small>
          </span>
        </label>
      </DrawerForm>
    </Drawer>
  );
}

function DisableCredential({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const disable = useMutation(
    trpc.credentials.disable.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.credentials.list.queryFilter());
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Disable ${credential.name}?`}
      action="Disable it"
      busy={disable.isPending}
      error={disable.error ? `${failureOf(disable.error).message} It still works.` : null}
      onConfirm={() => disable.mutate({ merchantId, id: credential.id })}
      onCancel={onClose}
    >
      Its tokens stop working within one second, everywhere. It cannot be enabled again. Payments that it created go on.
    </ConfirmDialog>
  );
}
