/** The contents of a mail about an endpoint. Times are in UTC, because recipients are in any time zone. */
type MailFacts = {
  /** Null: the default URL. */
  name: string | null;
  merchantName: string;
  /** Only the host: paths and queries of webhook URLs often contain a secret. */
  host: string;
  /** The endpoint's page in the Console. */
  page: string;
  /** Deliveries that wait: `3`, `more than 10,000`. */
  waiting: string;
  now: Date;
};

type FailingFacts = MailFacts & {
  failures: number;
  failingSince: Date;
  lastError: string;
  lastFailureAt: Date;
  circuitOpen: boolean;
  nextTryAt: Date | null;
  /** Days that deliveries wait while the circuit is open. */
  keptDays: number;
};

type RecoveredFacts = MailFacts & { recoveredAt: Date; notifiedAt: Date };

type MailText = { subject: string; text: string };

const MAX_NAME = 60;

/** The endpoint is failing: the fact, since when, what happens next, what to do. */
export function failingMail(facts: FailingFacts): MailText {
  const { failures, failingSince, lastError, lastFailureAt, circuitOpen, nextTryAt, keptDays, now } = facts;
  const name = nameOf(facts);
  const next = formatNextAttempt(nextTryAt, now);
  const after = circuitOpen
    ? `Deliveries are waiting; one at a time is attempted${next}. When one succeeds, all others are sent. Events undelivered after ${keptDays} days are dropped; you can resend them.`
    : `Each delivery is attempted ten times over three days${next}. Events undelivered after that are dropped; you can resend them.`;
  const then = circuitOpen
    ? "Fix your server, then press Retry now on the endpoint’s page:"
    : "Fix your server. The endpoint’s page shows every attempt:";
  return {
    subject: `Webhooks to ${name} have been failing since ${moment(failingSince, now)} (${oneLine(facts.merchantName)})`,
    text: [
      `Webhooks to ${name} of ${oneLine(facts.merchantName)} are failing. ${failures} attempts in a row have failed over ${duration(failingSince, now)}.`,
      "",
      `Address:       ${facts.host}`,
      `Failing since: ${full(failingSince)}`,
      `Last failure:  ${oneLine(lastError)}, ${full(lastFailureAt)}`,
      `Waiting:       ${facts.waiting}`,
      "",
      `${after} Payments continue.`,
      "",
      then,
      facts.page,
      "",
      ENDING,
    ].join("\n"),
  };
}

/** The endpoint works again; for those who were notified that it was failing. */
export function recoveredMail(facts: RecoveredFacts): MailText {
  const name = nameOf(facts);
  return {
    subject: `Webhooks to ${name} have been working again since ${moment(facts.recoveredAt, facts.now)} (${oneLine(facts.merchantName)})`,
    text: [
      `Webhooks to ${name} of ${oneLine(facts.merchantName)} have been working again since ${full(facts.recoveredAt)}.`,
      "",
      `Address:  ${facts.host}`,
      `Waiting:  ${facts.waiting}`,
      "",
      `We notified you on ${full(facts.notifiedAt)} that they were failing. Waiting events are being sent. You can resend dropped events from the endpoint’s page:`,
      facts.page,
      "",
      ENDING,
    ].join("\n"),
  };
}

/** Empty if nothing waits. */
function formatNextAttempt(at: Date | null, now: Date): string {
  if (at === null) return "";
  return at <= now ? ", next attempt now" : `, next attempt at ${clock(at)}`;
}

const ENDING =
  "You receive this once when an endpoint fails and once when it recovers. Endpoints are never disabled automatically.";

function nameOf({ name }: MailFacts): string {
  return name === null ? "your default URL" : `endpoint ${name}`;
}

/**
 * A merchant's or receiver's text for one line of a mail or its subject: no line breaks, no control or direction
 * characters, at most 60 characters.
 */
export function oneLine(text: string): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const letters = [...plain];
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join("")}…` : plain;
}

const CLOCK = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

function clock(at: Date): string {
  return `${CLOCK.format(at)} UTC`;
}

function full(at: Date): string {
  return `${DAY.format(at)}, ${clock(at)}`;
}

/** Without the date if less than 24 hours ago. */
function moment(at: Date, now: Date): string {
  return now.getTime() - at.getTime() < DAY_MS ? clock(at) : full(at);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Minutes up to 2 hours, hours up to 2 days, then days; rounded down. */
function duration(from: Date, to: Date): string {
  const minutes = Math.max(1, Math.floor((to.getTime() - from.getTime()) / MINUTE_MS));
  if (minutes < 120) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
