import { Button } from "../../ui/button";
import { Id } from "../../ui/copy-button";
import { Status, TestTag } from "../../ui/parts";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { type Credential, formatNetworks, formatScopes, isWorking } from "./credential-labels";
import s from "./credentials.module.css";

/** Columns that are hidden in a narrow window. */
const DROPPED = new Set(["Permissions"]);

type TableProps = {
  credentials: readonly Credential[];
  /** Null: the role may not disable API keys. */
  onEnd: ((credential: Credential) => void) | null;
  /** Null: the role may not change their limits. */
  onLimit: ((credential: Credential) => void) | null;
};

export function CredentialTable({ credentials, onEnd, onLimit }: TableProps) {
  return (
    <div className={table.wrap}>
      <table className={`${table.table} ${s.table}`}>
        <caption className={ui.hidden}>API keys, newest first</caption>
        <colgroup>
          <col />
          <col style={{ width: "12rem" }} />
          <col data-drop="" style={{ width: "9.5rem" }} />
          <col style={{ width: "7rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "7.5rem" }} />
          <col style={{ width: "10.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Name", "Client ID", "Permissions", "Mode", "Last used", "Status"].map((head) => (
              <th key={head} scope="col" data-drop={DROPPED.has(head) ? "" : undefined}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className={ui.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {credentials.map((credential) => (
            <CredentialRow key={credential.id} credential={credential} onEnd={onEnd} onLimit={onLimit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<TableProps, "credentials"> & { credential: Credential };

function CredentialRow({ credential, onEnd, onLimit }: RowProps) {
  const { id, name, scopes, testOnly, createdAt, createdBy, lastUsedAt, lastIp, allowedNetworks } = credential;
  const networks = formatNetworks(allowedNetworks);
  return (
    <tr>
      <td data-on="a" title={name}>
        {name}
        <span className={s.sub}>
          {createdBy === null ? "Created" : `${createdBy},`} <Time at={createdAt} as="date" />
        </span>
      </td>
      <td data-on="c">
        <Id value={id} label="client ID" shown={16} />
      </td>
      <td className={ui.muted} data-drop="">
        {formatScopes(scopes)}
        {networks === null ? null : (
          <span className={s.sub} title={allowedNetworks.join("\n")}>
            from {networks}
          </span>
        )}
      </td>
      <td>{testOnly ? <TestTag word="Test only" /> : <span className={ui.muted}>Live and test</span>}</td>
      <td className={ui.muted} data-on="e">
        <span className={s.onPhone}>Permissions: {formatScopes(scopes)}. Last used: </span>
        {lastUsedAt ? (
          <>
            <Time at={lastUsedAt} />
            {lastIp === null ? null : <code className={s.sub}>{lastIp}</code>}
          </>
        ) : (
          <span className={ui.dim}>never</span>
        )}
      </td>
      <td data-on="b">
        <CredentialState credential={credential} />
      </td>
      <td data-on="d">
        {isWorking(credential) ? <RowActions credential={credential} onEnd={onEnd} onLimit={onLimit} /> : null}
      </td>
    </tr>
  );
}

function CredentialState({ credential: { disabledAt, endsAt, hasEnded } }: { credential: Credential }) {
  if (disabledAt) {
    return (
      <Status tone="mute" glyph="stop">
        Disabled
      </Status>
    );
  }
  return (
    <>
      <Status tone={hasEnded ? "mute" : "good"} glyph={hasEnded ? "stop" : "done"}>
        {hasEnded ? "Ended" : "Active"}
      </Status>
      {endsAt ? (
        <span className={s.sub}>
          {hasEnded ? "on" : "until"} <Time at={endsAt} as="date" />
        </span>
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
