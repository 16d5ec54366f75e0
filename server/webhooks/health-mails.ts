/** What a mail about a destination is made of. Times are told in UTC: mails are read in any zone. */
export type MailFacts = {
  /** Null: the default URL. */
  name: string | null;
  merchantName: string;
  /** The host alone: paths and queries of webhook addresses often hold a secret. */
  host: string;
  /** The destination's page in the Console. */
  page: string;
  /** Deliveries that wait: `3`, `more than 10,000`. */
  waiting: string;
  now: Date;
};

export type FailingFacts = MailFacts & {
  failures: number;
  failingSince: Date;
  lastError: string;
  lastFailureAt: Date;
  paused: boolean;
  nextTryAt: Date | null;
  /** How many days a paused destination's deliveries are kept. */
  keptDays: number;
};

export type RecoveredFacts = MailFacts & { takenSince: Date; toldAt: Date };

type MailText = { subject: string; text: string };

const MAX_NAME = 60;

/** That a destination does not take what it is told: the fact, how long, what happens next, what to do. */
export function failingMail(facts: FailingFacts): MailText {
  const { failures, failingSince, lastError, lastFailureAt, paused, nextTryAt, keptDays, now } = facts;
  const name = nameOf(facts);
  const next = nextWords(nextTryAt, now);
  const after = paused
    ? `It is paused: one delivery at a time is tried${next}. The first that it takes sends all others on their way. What has waited for ${keptDays} days is given up.`
    : `Each delivery is tried ten times over three days${next}.`;
  const then = paused
    ? "repair the receiver, then press Resume on its page:"
    : "and repair the receiver. Its page says more:";
  return {
    subject: `${name} takes no webhooks since ${moment(failingSince, now)} (${oneLine(facts.merchantName)})`,
    text: [
      `${name} of ${oneLine(facts.merchantName)} takes no webhooks. ${failures} tries in a row have failed, for ${duration(failingSince, now)}.`,
      "",
      `Address:       ${facts.host}`,
      `Failing since: ${full(failingSince)}`,
      `Last failure:  ${oneLine(lastError)}, ${full(lastFailureAt)}`,
      `Waiting:       ${facts.waiting}`,
      "",
      `${after} What is given up stays in the Console’s log, and can be sent again from there. Payments are accepted as before.`,
      "",
      `What to do: look at what it answered, ${then}`,
      facts.page,
      "",
      ENDING,
    ].join("\n"),
  };
}

/** That it takes what it is told again; for those who had been told. */
export function recoveredMail(facts: RecoveredFacts): MailText {
  const name = nameOf(facts);
  return {
    subject: `${name} takes webhooks again since ${moment(facts.takenSince, facts.now)} (${oneLine(facts.merchantName)})`,
    text: [
      `${name} of ${oneLine(facts.merchantName)} takes webhooks again, since ${full(facts.takenSince)}.`,
      "",
      `Address:  ${facts.host}`,
      `Waiting:  ${facts.waiting}`,
      "",
      `You were told on ${full(facts.toldAt)} that it had failed. What waited is on its way. What was given up meanwhile can be sent again from its page:`,
      facts.page,
      "",
      ENDING,
    ].join("\n"),
  };
}

/** Nothing, where nothing waits. */
function nextWords(at: Date | null, now: Date): string {
  if (at === null) return "";
  return at <= now ? ", the next within moments" : `, the next at ${clock(at)}`;
}

const ENDING =
  "You get this as an owner, admin or developer: once when it fails, and once when it works again. It is never switched off by itself.";

function nameOf({ name }: MailFacts): string {
  return name === null ? "The default URL" : `Endpoint ${name}`;
}

/** A text that others wrote, on one line of a mail and of its head: no breaks, no marks that turn text around, not long. */
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

/** The clock alone, where no other day could be meant. */
function moment(at: Date, now: Date): string {
  return now.getTime() - at.getTime() < DAY_MS ? clock(at) : full(at);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long, in the largest whole unit that is no lie: minutes to two hours, hours to two days, then days. */
function duration(from: Date, to: Date): string {
  const minutes = Math.max(1, Math.floor((to.getTime() - from.getTime()) / MINUTE_MS));
  if (minutes < 120) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
