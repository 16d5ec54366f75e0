import { Id } from "./copy-button";
import { type Credential, scopeWords } from "./credential-words";
import s from "./credentials.module.css";
import { Status, TestTag } from "./parts";
import table from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

/** Columns that a narrow window has no room for. */
const DROPPED = new Set(["May do"]);

type TableProps = {
  credentials: readonly Credential[];
  /** Null: the role disables none. */
  onEnd: ((credential: Credential) => void) | null;
};

export function CredentialTable({ credentials, onEnd }: TableProps) {
  return (
    <div className={table.wrap}>
      <table className={`${table.table} ${s.table}`}>
        <caption className={ui.hidden}>Credentials, newest first</caption>
        <colgroup>
          <col />
          <col style={{ width: "12rem" }} />
          <col data-drop="" style={{ width: "9.5rem" }} />
          <col style={{ width: "7rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "6.5rem" }} />
          <col style={{ width: "5.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Name", "Client id", "May do", "Works in", "Last used", "Status"].map((head) => (
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
            <CredentialRow key={credential.id} credential={credential} onEnd={onEnd} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CredentialRow({ credential, onEnd }: { credential: Credential; onEnd: TableProps["onEnd"] }) {
  const { id, name, scopes, testOnly, createdAt, createdBy, lastUsedAt, lastIp, disabledAt } = credential;
  return (
    <tr>
      <td data-on="a" title={name}>
        {name}
        <span className={s.sub}>
          {createdBy === null ? "Made" : `${createdBy},`} <Time at={createdAt} as="date" />
        </span>
      </td>
      <td data-on="c">
        <Id value={id} label="client id" shown={16} />
      </td>
      <td className={ui.muted} data-drop="">
        {scopeWords(scopes)}
      </td>
      <td>{testOnly ? <TestTag word="Test only" /> : <span className={ui.muted}>Live and test</span>}</td>
      <td className={ui.muted} data-on="e">
        <span className={s.onPhone}>May do {scopeWords(scopes)}. Last used: </span>
        {lastUsedAt ? (
          <>
            <Time at={lastUsedAt} />
            {lastIp === null ? null : <code className={s.sub}>{lastIp}</code>}
          </>
        ) : (
          <span className={ui.dim}>not yet</span>
        )}
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
        {disabledAt || onEnd === null ? null : (
          <button
            className={`${ui.button} ${ui.slim}`}
            type="button"
            data-over=""
            onClick={() => onEnd(credential)}
            aria-label={`Disable ${name}`}
          >
            Disable
          </button>
        )}
      </td>
    </tr>
  );
}
