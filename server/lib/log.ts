import pino, { type Logger } from "pino";
import { elapsedMs } from "./clock";
import { type Env, env } from "./config/env";

/** Redacted in the log, in the first three levels of an entry. */
const SECRETS = [
  "authorization",
  "cookie",
  "client_secret",
  "webhook_secret",
  "access_token",
  "refresh_token",
  "payment_token",
  "id_token",
  "secret",
  "password",
  "token",
];
const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const kept = globalThis as { banksideLog?: Logger };

/** Structured JSON logs on standard error, secrets redacted. Use `log().child({request_id})` inside a request. */
export function log(): Logger {
  if (kept.banksideLog) return kept.banksideLog;
  let level: Env["logLevel"];
  try {
    level = env().logLevel;
  } catch {
    // Not cached: the error that is logged may be about the environment, which is complete later.
    return newLogger("info");
  }
  kept.banksideLog = newLogger(level);
  return kept.banksideLog;
}

/** Characters kept while the output cannot be written; later lines are dropped. */
const MAX_UNWRITTEN = 1024 * 1024;

function newLogger(level: Env["logLevel"]): Logger {
  const output = pino.destination({ fd: 2, sync: true, maxLength: MAX_UNWRITTEN });
  // Without a listener the write of a log line would throw into what is logged: a full disk would stop payments.
  output.on("error", () => undefined);
  // Each line is written at once. After `fatal` pino flushes, which repeats a failed write until it succeeds: a process
  // with an uncaught error would hang on a full disk and never be started again.
  output.flushSync = () => undefined;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: "message",
      errorKey: "error",
      formatters: { level: (level) => ({ level }) },
      redact: { paths, censor: "[redacted]" },
    },
    output,
  );
}

const HOUR_MS = 3_600_000;

/** Returns a function that is true at most once an hour: an alert about a state that lasts is logged that often. */
export function onceAnHour(): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (elapsedMs() - lastMs < HOUR_MS) return false;
    lastMs = elapsedMs();
    return true;
  };
}
