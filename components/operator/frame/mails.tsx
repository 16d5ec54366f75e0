import { LinkButton } from "../../ui/button";
import { Heading } from "../../ui/heading";
import { EmptyState, Note } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, Table } from "../../ui/table";
import { plural } from "../../ui/text";
import { Time } from "../../ui/time/time";

type Mails = Outputs["platform"]["system"]["mails"];

type Props = {
  mails: Mails;
  /** Without a mail server: how many wait for one. Null: there is one. */
  waiting: number | null;
  hasOutbox: boolean;
};

/** E-mails whose delivery was given up, with the reason. Their texts are deleted, because they can contain codes. */
export function MailsPage({ mails, waiting, hasOutbox }: Props) {
  return (
    <>
      <Heading title="E-mails" lead="E-mails that could not be sent. They are not tried again." />
      {waiting === null ? null : (
        <Note
          tone="warn"
          action={
            hasOutbox ? (
              <LinkButton slim href="/outbox">
                Open e-mail outbox
              </LinkButton>
            ) : undefined
          }
        >
          <b>No mail server.</b> {plural(waiting, "e-mail")} {waiting === 1 ? "is" : "are"} waiting. Set{" "}
          <code>SMTP_URL</code> to send e-mails.
        </Note>
      )}
      {mails.length > 0 ? (
        <Table caption="Failed e-mails, newest first" columns={COLUMNS} rows={mails} keyOf={({ id }) => id} />
      ) : waiting === null ? (
        <EmptyState title="No failed e-mails">
          Sign-in codes, invitations and reports are sent through <code>SMTP_URL</code>.
        </EmptyState>
      ) : null}
    </>
  );
}

const COLUMNS: Column<Mails[number]>[] = [
  {
    head: "Failed",
    width: "9rem",
    phone: "lineEnd",
    muted: true,
    sort: { direction: "descending" },
    cell: ({ failedAt }) => <Time at={failedAt} />,
  },
  { head: "To", width: "15rem", phone: "title", title: (mail) => mail.recipient, cell: (mail) => mail.recipient },
  { head: "Subject", width: "15rem", phone: "line", title: (mail) => mail.subject, cell: (mail) => mail.subject },
  {
    head: "Reason",
    phone: "below",
    muted: true,
    title: ({ error }) => error,
    cell: ({ error }) => error ?? "no reason given",
  },
];
