import type { Outputs } from "../../console/frame/queries";
import { Heading } from "../../ui/heading";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";

type Mails = Outputs["platform"]["system"]["mails"];

/** E-mails whose delivery was given up, with the reason. Their texts are deleted, because they can contain codes. */
export function MailsPage({ mails }: { mails: Mails }) {
  return (
    <>
      <Heading
        title="E-mails"
        lead={
          mails.length === 0
            ? "Every e-mail was sent or is still being retried."
            : "E-mails that were not sent after 5 attempts."
        }
      />
      {mails.length === 0 ? (
        <section className={ui.empty}>
          <h2>No failed e-mails</h2>
          <p>
            Sign-in codes, invitations and reports are sent through <code>SMTP_URL</code>. An e-mail that fails 5 times
            is listed here with the reason.
          </p>
        </section>
      ) : (
        <MailTable mails={mails} />
      )}
    </>
  );
}

function MailTable({ mails }: { mails: Mails }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Failed e-mails, newest first</caption>
        <colgroup>
          <col style={{ width: "9rem" }} />
          <col style={{ width: "15rem" }} />
          <col style={{ width: "15rem" }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              Failed{" "}
            </th>
            <th scope="col">To</th>
            <th scope="col">Subject</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {mails.map(({ id, failedAt, recipient, subject, error }) => (
            <tr key={id}>
              <td data-on="d" className={ui.muted}>
                <Time at={failedAt} />
              </td>
              <td data-on="a" title={recipient}>
                {recipient}
              </td>
              <td data-on="c" title={subject}>
                {subject}
              </td>
              <td data-on="e" title={error ?? undefined} className={ui.muted}>
                {error ?? "no reason given"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
