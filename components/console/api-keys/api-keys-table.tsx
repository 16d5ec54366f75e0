import { Button } from "../../ui/button";
import { Id } from "../../ui/copy-button";
import { ACTIVE, DISABLED, StatusOf, TestTag } from "../../ui/parts";
import { type Column, SubLine, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { type Credential, formatNetworks, formatScopes, isWorking } from "./api-key-labels";
import s from "./api-keys.module.css";

const EXPIRED = { tone: "mute", glyph: "stop", word: "Expired" } as const;

type TableProps = {
  credentials: readonly Credential[];
  /** Null: the role may not disable API keys. */
  onEnd: ((credential: Credential) => void) | null;
  /** Null: the role may not change their limits. */
  onLimit: ((credential: Credential) => void) | null;
};

export function ApiKeyTable({ credentials, onEnd, onLimit }: TableProps) {
  const columns: Column<Credential>[] = [
    {
      head: "Name",
      phone: "title",
      title: ({ name }) => name,
      cell: ({ name, createdBy, createdAt }) => (
        <>
          {name}
          <SubLine>
            {createdBy === null ? "Created" : `${createdBy},`} <Time at={createdAt} as="date" />
          </SubLine>
        </>
      ),
    },
    {
      head: "Client ID",
      width: "9.5rem",
      phone: "line",
      className: s.clientId,
      cell: ({ id }) => <Id value={id} label="client ID" shown="ends" />,
    },
    { head: "Permissions", width: "9rem", drop: "narrow", muted: true, cell: Permissions },
    {
      head: "Mode",
      width: "6.5rem",
      cell: ({ testOnly }) =>
        testOnly ? <TestTag word="Test only" /> : <span className={ui.muted}>Live and test</span>,
    },
    { head: "Last used", width: "8rem", phone: "below", muted: true, cell: LastUsed },
    { head: "Status", width: "7rem", phone: "end", cell: (credential) => <CredentialState credential={credential} /> },
    {
      head: "Actions",
      headHidden: true,
      width: "10.5rem",
      phone: "lineEnd",
      cell: (credential) =>
        isWorking(credential) ? <RowActions credential={credential} onEnd={onEnd} onLimit={onLimit} /> : null,
    },
  ];
  return (
    <Table caption="API keys, newest first" isTwoLined columns={columns} rows={credentials} keyOf={({ id }) => id} />
  );
}

function Permissions({ scopes, allowedNetworks }: Credential) {
  const networks = formatNetworks(allowedNetworks);
  return (
    <>
      {formatScopes(scopes)}
      {networks === null ? null : <SubLine title={allowedNetworks.join("\n")}>from {networks}</SubLine>}
    </>
  );
}

function LastUsed({ scopes, lastUsedAt, lastIp }: Credential) {
  return (
    <>
      <span className={s.onPhone}>Permissions: {formatScopes(scopes)}. Last used: </span>
      {lastUsedAt ? <Time at={lastUsedAt} /> : <span className={ui.dim}>never</span>}
      {lastUsedAt && lastIp !== null ? <SubLine>{lastIp}</SubLine> : null}
    </>
  );
}

type RowProps = Omit<TableProps, "credentials"> & { credential: Credential };

function CredentialState({ credential: { disabledAt, endsAt, hasEnded } }: { credential: Credential }) {
  if (disabledAt) return <StatusOf label={DISABLED} />;
  return (
    <>
      <StatusOf label={hasEnded ? EXPIRED : ACTIVE} />
      {endsAt ? (
        <SubLine>
          {hasEnded ? "on" : "until"} <Time at={endsAt} as="date" />
        </SubLine>
      ) : null}
    </>
  );
}

function RowActions({ credential, onEnd, onLimit }: RowProps) {
  const actions = [
    { word: "Restrict", act: onLimit },
    { word: "Disable", act: onEnd },
  ];
  return (
    <span className={ui.actions}>
      {actions.map(({ word, act }) =>
        act === null ? null : (
          <Button
            slim
            key={word}
            data-over=""
            onClick={() => act(credential)}
            aria-label={`${word} ${credential.name}`}
          >
            {word}
          </Button>
        ),
      )}
    </span>
  );
}
