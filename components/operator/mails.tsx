import { Heading } from "../console/heading";
import type { Outputs } from "../console/queries";
import table from "../console/table.module.css";
import { Time } from "../console/time";
import ui from "../console/ui.module.css";

type Mails = Outputs["platform"]["system"]["mails"];

/** Mails that were given up, and why. Their texts are gone: they can hold codes. */
export function MailsPage({ mails }: { mails: Mails }) {
  return (
    <>
      <Heading
        title="Mails"
        lead={
          mails.length === 0
            ? "None was given up: every mail was taken by the mail server, or is still tried."
            : "The last that were given up, after five tries each."
        }
      />
      {mails.length === 0 ? (
        <section className={ui.empty}>
          <h2>No mail was given up</h2>
          <p>
            Sign-in codes, invitations and reports leave over <code>SMTP_URL</code>. What the mail server does not take
            five times stands here, with its reason.
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
        <caption className={ui.hidden}>Mails that were given up, newest first</caption>
        <colgroup>
          <col style={{ width: "9rem" }} />
          <col style={{ width: "15rem" }} />
          <col style={{ width: "15rem" }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              Given up
            </th>
            <th scope="col">To</th>
            <th scope="col">Subject</th>
            <th scope="col">Why</th>
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
                {error ?? "no reason was given"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
