import { Button } from "../../ui/button";
import { Status } from "../../ui/parts";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "./team.module.css";
import type { Invitation } from "./team-calls";
import { roleName } from "./team-labels";

type InvitationsTableProps = {
  invitations: readonly Invitation[];
  /** The ID of the invitation that is being sent. */
  sending: string | null;
  onResend: (invitation: Invitation) => void;
  onWithdraw: (invitation: Invitation) => void;
};

/** Open invitations. */
export function InvitationsTable({ invitations, sending, onResend, onWithdraw }: InvitationsTableProps) {
  return (
    <div className={table.wrap}>
      <table className={`${table.table} ${s.table}`}>
        <caption className={ui.hidden}>Open invitations, newest first</caption>
        <colgroup>
          <col />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "14rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">E-mail</th>
            <th scope="col">Role</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className={ui.hidden}>Actions</span>
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
                    Expired <Time at={invitation.expiresAt} as="day" />
                  </Status>
                ) : (
                  <Time at={invitation.expiresAt} />
                )}
              </td>
              <td data-on="e">
                {invitation.mayChange ? (
                  <span className={s.acts}>
                    <Button
                      slim
                      disabled={sending === invitation.id}
                      onClick={() => onResend(invitation)}
                      aria-label={`Send the invitation to ${invitation.email} again`}
                    >
                      Send again
                    </Button>
                    <Button
                      slim
                      onClick={() => onWithdraw(invitation)}
                      aria-label={`Cancel the invitation to ${invitation.email}`}
                    >
                      Cancel{" "}
                    </Button>
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
