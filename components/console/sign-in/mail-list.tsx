import { CopyButton } from "../../ui/copy-button";
import { Icon } from "../../ui/icons";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "./front.module.css";

export type MailView = { id: string; recipient: string; subject: string; text: string; createdAt: string };

/** The code of a sign-in mail: the line that is nothing but six characters. */
function codeOf(text: string): string | null {
  return /^[A-Z2-9]{6}$/m.exec(text)?.[0] ?? null;
}

/** The demo's mail, newest first, for a person who waits for a code. */
export function MailList({ mails }: { mails: MailView[] }) {
  return (
    <main className={s.page}>
      <h1>E-mail outbox</h1>{" "}
      <p>
        This is a demo: its e-mails stay on this machine. Anyone who can open this page can read them.{" "}
        <a href="/sign-in">Back to sign-in</a>
      </p>
      {mails.length === 0 ? (
        <p className={s.empty}>No e-mails yet. Request a code at sign-in, then open this page again.</p>
      ) : (
        <ol className={s.mails}>
          {mails.map((mail) => {
            const code = codeOf(mail.text);
            return (
              <li key={mail.id}>
                <div>
                  <h2>{mail.subject}</h2>
                  <p>
                    To {mail.recipient}, <Time at={mail.createdAt} as="seconds" />
                  </p>
                </div>
                {code ? (
                  <p className={ui.id}>
                    <b className={s.code}>{code}</b>
                    <CopyButton text={code} label="code" />
                  </p>
                ) : null}
                <details>
                  <summary>
                    <Icon name="right" />
                    View e-mail
                  </summary>{" "}
                  <pre>{mail.text || "Sent to the mail server. The text is not kept."}</pre>
                </details>
              </li>
            );
          })}
        </ol>
      )}
    </main>
  );
}
