import { Button } from "../../ui/button";
import { Status } from "../../ui/parts";
import { type Column, SubLine, Table } from "../../ui/table";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
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
  const columns: Column<Invitation>[] = [
    {
      head: "E-mail",
      phone: "title",
      title: ({ email }) => email,
      cell: ({ email, invitedBy, sentAt }) => (
        <>
          <span className={table.whole}>{email}</span>
          <SubLine>
            {invitedBy}, <Time at={sentAt} />
          </SubLine>
        </>
      ),
    },
    { head: "Role", width: "9rem", phone: "end", cell: ({ role }) => roleName(role) },
    {
      head: "Expires",
      width: "11rem",
      phone: "line",
      cell: ({ isExpired, expiresAt }) =>
        isExpired ? (
          <Status tone="warn" glyph="late">
            Expired <Time at={expiresAt} as="day" />
          </Status>
        ) : (
          <>
            <span data-phone="">Expires </span>
            <Time at={expiresAt} />
          </>
        ),
    },
    {
      head: "Actions",
      headHidden: true,
      width: "16rem",
      phone: "below",
      cell: (invitation) =>
        invitation.mayChange ? (
          <span className={ui.actions}>
            <Button
              slim
              disabled={sending === invitation.id}
              onClick={() => onResend(invitation)}
              aria-label={`Send the invitation to ${invitation.email} again`}
            >
              Send again
            </Button>
            <Button slim onClick={() => onWithdraw(invitation)} aria-label={`Cancel invitation of ${invitation.email}`}>
              Cancel invitation
            </Button>
          </span>
        ) : null,
    },
  ];
  return (
    <Table
      caption="Open invitations, newest first"
      isTwoLined
      columns={columns}
      rows={invitations}
      keyOf={({ id }) => id}
    />
  );
}
