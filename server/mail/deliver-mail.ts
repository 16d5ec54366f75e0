import { createTransport, type Transporter } from "nodemailer";
import type { Lease } from "../jobs/leased-rows";
import { env } from "../lib/config/env";
import { db, inTransaction } from "../lib/db";
import { log } from "../lib/log";
import { findMail, markMailNotSent, markMailSent } from "./store";

const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;
/** Seconds to the next attempt after each failure. After the last one the mail is dropped: a code would have expired. */
const RETRY_AFTER_S = [5, 30, 120, 300] as const;

/** Longer than the slowest conversation with a mail server. */
export const MAIL_LEASE_S = 60;

let kept: { url: string; transport: Transporter } | undefined;

function transport(url: string): Transporter {
  if (kept?.url !== url) {
    const options = {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    };
    kept = { url, transport: createTransport({ url, ...options }) };
  }
  return kept.transport;
}

/** Sends one claimed mail over SMTP, outside any transaction, and commits the result under its lease. */
export async function deliverMail(lease: Lease, smtpUrl: string): Promise<void> {
  const mail = await findMail(db(), lease.id);
  if (!mail) return;
  try {
    const { recipient, subject, text } = mail;
    // As an object: a text would be parsed as a list of addresses, names and comments.
    const to = { name: "", address: recipient };
    await transport(smtpUrl).sendMail({ from: env().mailFrom, to, subject, text });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const about = { mail_id: mail.id, tries: mail.tries + 1, code, response_code: responseCode };
    // Without the reason, which repeats the customer's address. It is in `mails.error` until the mail is deleted.
    log().warn(about, "mail not accepted by the server");
    await inTransaction({}, (tx) => markMailNotSent(tx, lease, reason, RETRY_AFTER_S[mail.tries]));
    return;
  }
  await inTransaction({}, (tx) => markMailSent(tx, lease));
}
