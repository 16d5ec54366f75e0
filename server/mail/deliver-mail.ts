import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { addAbortSignal } from "node:stream";
import { createTransport, type Transporter } from "nodemailer";
import type Mail from "nodemailer/lib/mailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import type { Lease } from "../jobs/leased-rows";
import { env } from "../lib/config/env";
import { db, inTransaction } from "../lib/db";
import { log, onceAnHour } from "../lib/log";
import { findMail, markMailNotSent, markMailSent } from "./store";

/** Limits of nodemailer, in ms. A parameter of SMTP_URL with the same name replaces one. */
const LIMITS = {
  /** Looking up the name and connecting. */
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  /** Silence. A server that scans a mail before it accepts it needs patience (RFC 5321 §4.5.3.2.6). */
  socketTimeout: 30_000,
};
/** The whole conversation: each command may take `socketTimeout`. */
const CONVERSATION_MS = 50_000;
/** Seconds to the next attempt after each failure. After the last one the mail is dropped. */
const RETRY_AFTER_S = [5, 30, 120, 300];
/** The further ones of a mail that is of use later, over almost a day in which its server may be away. */
const RETRY_LATER_S = [1_800, 7_200, 21_600, 43_200];

/** Longer than CONVERSATION_MS, so that no second worker sends a mail while a conversation about it is open. */
export const MAIL_LEASE_S = 60;

const mayAlert = onceAnHour();

/** Nodemailer's codes of a refusal that concerns one mail: its recipient, or its text. */
const OF_ONE_MAIL = ["EENVELOPE", "EMESSAGE"];

type MailError = { code?: string; responseCode?: number; command?: string };

/** Whether every mail would fail: the server is unreachable, or refuses TLS, the password or the sender. */
function isOfServer({ code = "", command }: MailError): boolean {
  return !OF_ONE_MAIL.includes(code) || command === "MAIL FROM";
}

/** Seconds to the next attempt; undefined: none. A code has expired by then, and a mail that was refused (5xx) stays so. */
function retryAfterS(mail: { tries: number; priority: boolean }, error: MailError): number | undefined {
  const isRefused = !isOfServer(error) && (error.responseCode ?? 0) >= 500;
  return [...RETRY_AFTER_S, ...(mail.priority || isRefused ? [] : RETRY_LATER_S)][mail.tries];
}

type OpenSocket = (
  options: SMTPTransport.Options,
  done: (error: Error | null, opened?: { connection: Socket }) => void,
) => void;

const openSocket: OpenSocket = (options, done) => {
  const { host = "localhost", secure, port = secure ? 465 : 587, localAddress, connectionTimeout } = options;
  const socket = connect({ host, port: Number(port), ...(localAddress === undefined ? {} : { localAddress }) });
  const late = Object.assign(new Error("Connection timeout"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => socket.destroy(late), connectionTimeout);
  socket.once("close", () => clearTimeout(timer)).once("error", done);
  socket.once("connect", () => {
    clearTimeout(timer);
    socket.off("error", done);
    done(null, { connection: socket });
  });
};

function withLimits(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(LIMITS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  return url.href;
}

/**
 * Sends a mail on a connection of its own, which is closed after CONVERSATION_MS: nodemailer has no such limit, so the
 * socket is opened here, or by nodemailer for the `proxy` that SMTP_URL names.
 */
async function sendOnce(smtpUrl: string, message: Mail.Options): Promise<void> {
  const mailer: Transporter & { getSocket?: OpenSocket } = createTransport(withLimits(smtpUrl));
  const open = mailer.getSocket ?? openSocket;
  const over = new AbortController();
  mailer.getSocket = (options, done) =>
    open(options, (error, opened) => {
      if (opened) addAbortSignal(over.signal, opened.connection);
      done(error, opened);
    });
  const timer = setTimeout(() => over.abort(), CONVERSATION_MS);
  const late = once(over.signal, "abort").then(() => {
    const reason = `The mail server did not finish within ${CONVERSATION_MS / 1_000} s`;
    throw Object.assign(new Error(reason), { code: "ETIMEDOUT" });
  });
  try {
    await Promise.race([mailer.sendMail(message), late]);
  } finally {
    clearTimeout(timer);
    mailer.close();
  }
}

/** Sends one claimed mail over SMTP, outside any transaction, and commits the result under its lease. */
export async function deliverMail(lease: Lease, smtpUrl: string): Promise<void> {
  const mail = await findMail(db(), lease);
  if (!mail) return;
  try {
    const { recipient, subject, text } = mail;
    // As an object: a text would be parsed as a list of addresses, names and comments.
    const to = { name: "", address: recipient };
    // RFC 3834: no holiday notice and no other program answers it.
    const headers = { "Auto-Submitted": "auto-generated" };
    await sendOnce(smtpUrl, { from: env().mailFrom, to, subject, text, headers });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { code, responseCode } = error as MailError;
    const dueInS = retryAfterS(mail, error as MailError);
    const about = { mail_id: mail.id, tries: mail.tries + 1, code, response_code: responseCode };
    // Without the reason, which repeats the customer's address. It is in `mails.error` until the mail is deleted.
    log().warn({ ...about, dropped: dueInS === undefined }, "mail not accepted by the server");
    // Not after the first attempt: a mail server that restarts is back at the second.
    if (mail.tries > 0 && isOfServer(error as MailError) && mayAlert())
      log().error({ code, response_code: responseCode, alert: true }, "the mail server accepts no mail");
    await inTransaction({}, (tx) => markMailNotSent(tx, lease, reason, dueInS));
    return;
  }
  await inTransaction({}, (tx) => markMailSent(tx, lease));
}
