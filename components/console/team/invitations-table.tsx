import { Status } from "../parts";
import table from "../table.module.css";
import { Time } from "../time";
import ui from "../ui.module.css";
import s from "./team.module.css";
import type { Invitation } from "./team-calls";
import { roleName } from "./team-words";

type InvitationsTableProps = {
  invitations: readonly Invitation[];
  /** The one that is being mailed just now. */
  sending: string | null;
  onResend: (invitation: Invitation) => void;
  onWithdraw: (invitation: Invitation) => void;
};

/** Who was asked to join and has not answered. */
export function InvitationsTable({ invitations, sending, onResend, onWithdraw }: InvitationsTableProps) {
  return (
    <div className={table.wrap}>
      <table className={`${table.table} ${s.table}`}>
        <caption className={ui.hidden}>Invitations that are open, the newest first</caption>
        <colgroup>
          <col />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "14rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Role</th>
            <th scope="col">Good until</th>
            <th scope="col">
              <span className={ui.hidden}>Do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <td data-on="a" title={invitation.email}>
                {invitation.email}
                <span className={s.sub}>
                  {invitation.invitedBy}, <Time at={invitation.sentAt} />
                </span>
              </td>
              <td data-on="b">{roleName(invitation.role)}</td>
              <td data-on="c">
                {invitation.isExpired ? (
                  <Status tone="warn" glyph="late">
                    Over since <Time at={invitation.expiresAt} as="day" />
                  </Status>
                ) : (
                  <Time at={invitation.expiresAt} />
                )}
              </td>
              <td data-on="e">
                {invitation.mayChange ? (
                  <span className={s.acts}>
                    <button
                      className={`${ui.button} ${ui.slim}`}
                      type="button"
                      disabled={sending === invitation.id}
                      onClick={() => onResend(invitation)}
                      aria-label={`Send the invitation of ${invitation.email} again`}
                    >
                      Send again
                    </button>
                    <button
                      className={`${ui.button} ${ui.slim}`}
                      type="button"
                      onClick={() => onWithdraw(invitation)}
                      aria-label={`Withdraw the invitation of ${invitation.email}`}
                    >
                      Withdraw
                    </button>
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
