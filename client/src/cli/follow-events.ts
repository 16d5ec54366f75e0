import { createBankside } from "../create-bankside.js";
import { BanksideError } from "../errors.js";
import { pause } from "../retry.js";
import type { Output } from "../types.js";
import { connectionCause } from "./connection-cause.js";
import { forwardEvent } from "./forward-event.js";
import type { ListenOptions } from "./options.js";
import { openPositionFile, type PositionFile } from "./position-file.js";
import type { ListedEvent, Report } from "./report.js";
import { StartError } from "./start-error.js";

/** How long the API holds a request without events. Below the client's time limit of 30 s. */
const WAIT_S = 25;
const PAGE = 100;
const UNREACHABLE_PAUSE_MS = 1_000;
/** Pauses after failed attempts; after the last attempt follows the next event. */
const RETRY_PAUSES_MS = [1_000, 3_000];
const RECONNECT_PAUSES_MS = [1_000, 2_000, 5_000, 10_000];

type Page = Output<"listWebhookEvents">;
/** `cursor` undefined: now. */
type ReadPage = (cursor: string | undefined, waitS: number) => Promise<Page>;

export type Following = ListenOptions & {
  secret: string;
  /** Ends it after the call in flight, whose event counts as received. */
  ending: AbortSignal;
  onReport(report: Report): void;
};

/**
 * Posts the events of test payments to a local address, one by one and in order, until it is ended. The position is
 * saved after each event; a process killed in between posts that event again. It waits for an unreachable address and
 * for an unreachable installation; an event without a 2xx response is attempted three times and then skipped.
 * @throws StartError, BanksideError when a person has to change something
 */
export async function followEvents(following: Following): Promise<"asked" | "failure"> {
  const { baseUrl, clientId, merchantId, name, stateFolder, ending, onReport } = following;
  try {
    const read = pageReader(following);
    const file = openPositionFile(stateFolder, name, [baseUrl, clientId, merchantId]);
    try {
      if ((await follow(following, read, file)) === "failure") return "failure";
    } finally {
      file.release();
    }
  } catch (error) {
    if (!ending.aborted) throw explained(error, following);
  }
  onReport({ kind: "stopped" });
  return "asked";
}

function pageReader({ baseUrl, clientId, clientSecret, merchantId, ending }: Following): ReadPage {
  // `nextPage` retries instead, so that it can report it.
  const bankside = createBankside({ baseUrl, clientId, clientSecret, retry: { attempts: 1 } });
  return (cursor, waitS) => {
    const after = cursor === undefined ? {} : { after: cursor };
    const merchant = merchantId === undefined ? {} : { merchant_id: merchantId };
    return bankside.listWebhookEvents({ limit: PAGE, wait: waitS, ...after, ...merchant }, { signal: ending });
  };
}

/** Rejects with the reason of `ending`, or returns, when it is ended. */
async function follow(following: Following, read: ReadPage, file: PositionFile): Promise<"asked" | "failure"> {
  for (let page = await firstPage(following, read, file); ; page = await nextPage(following, read, page, file)) {
    for (const event of page.events) {
      const end = isWanted(following, event) ? await forwardOne(following, event, file) : null;
      if (end !== null) return end;
      file.save(event.id);
    }
    file.save(page.cursor);
    if (following.ending.aborted) return "asked";
  }
}

const isWanted = ({ eventTypes }: Following, { type }: ListedEvent) =>
  eventTypes.length === 0 || eventTypes.includes(type);

/** Reads once without waiting, so that mistakes are reported at the start. */
async function firstPage({ after, onReport }: Following, read: ReadPage, file: PositionFile): Promise<Page> {
  const { cursor: saved, save } = file;
  const began = after === undefined ? (saved === null ? "now" : "resumed") : isWord(after) ? after : "event";
  const cursor = after === "now" ? undefined : (after ?? saved ?? undefined);
  try {
    const page = await read(cursor, 0);
    // If it ends at its first event, the next run starts with that event.
    if (cursor !== undefined) save(cursor);
    onReport({ kind: "listening", began });
    return page;
  } catch (error) {
    if (began !== "resumed" || !refusesCursor(error)) throw error;
    const page = await read(undefined, 0);
    onReport({ kind: "listening", began: "reset" });
    return page;
  }
}

const isWord = (after: string): after is "now" | "start" => after === "now" || after === "start";

function refusesCursor(error: unknown): boolean {
  if (!(error instanceof BanksideError) || error.code !== "VALIDATION_ERROR") return false;
  return error.metadata?.errors?.some(({ field }) => field === "after") === true;
}

/** The page after one, at once if there is one already. Waits for an unreachable installation, as a running listener. */
async function nextPage(
  { ending, onReport }: Following,
  read: ReadPage,
  page: Page,
  file: PositionFile,
): Promise<Page> {
  for (let failed = 0; ; failed += 1) {
    try {
      const next = await read(page.cursor, page.has_more || failed > 0 ? 0 : WAIT_S);
      if (failed > 1) onReport({ kind: "reconnected" });
      return next;
    } catch (error) {
      if (ending.aborted || !isPassing(error)) throw error;
      file.touch();
      // A process that stops ends waiting requests: only a second failure says that none answers.
      if (failed === 1) onReport({ kind: "disconnected", reason: reasonOf(error) });
      await pause(RECONNECT_PAUSES_MS[Math.min(failed, RECONNECT_PAUSES_MS.length - 1)] ?? 0, ending);
    }
  }
}

/** Whether the same request can succeed later without a person. */
function isPassing(error: unknown): error is BanksideError {
  if (!(error instanceof BanksideError)) return false;
  return ["NETWORK_ERROR", "UNREADABLE_ANSWER"].includes(error.code) || error.status >= 500 || error.status === 429;
}

const reasonOf = (error: BanksideError) => (error.cause === undefined ? error.message : connectionCause(error.cause));

/** The error with what to change. */
function explained(error: unknown, { baseUrl }: Pick<Following, "baseUrl">): unknown {
  if (!(error instanceof BanksideError)) return error;
  switch (error.code) {
    case "NETWORK_ERROR":
      return new StartError(`${baseUrl} does not answer: ${reasonOf(error)}. Check BANKSIDE_URL.`);
    case "UNREADABLE_ANSWER":
      return new StartError(`${baseUrl} does not answer like Bankside (status ${error.status}). Check BANKSIDE_URL.`);
    case "NOT_FOUND":
      return new StartError(`${baseUrl} has no list of webhook events: it runs an older version of Bankside.`);
    case "INVALID_OPTION":
      return new StartError("BANKSIDE_URL must be the URL of an installation, such as https://pay.example.com.");
    case "UNAUTHORIZED":
    case "INVALID_INPUT":
      return new StartError(
        `${baseUrl} refuses the API key. Check BANKSIDE_CLIENT_ID and BANKSIDE_CLIENT_SECRET: both must belong to this installation, and the key must not be disabled.`,
      );
    case "FORBIDDEN_VIEW":
      return new StartError('The API key lacks the permission "read". Create a test-only API key that has it.');
    case "MERCHANT_ID_REQUIRED":
      return new StartError("The API key acts for several merchants. Choose one with --merchant <uuid>.");
    case "MERCHANT_NOT_FOUND":
      return new StartError("--merchant: the API key has no such merchant.");
    case "VALIDATION_ERROR":
      return new StartError(
        (error.metadata?.errors ?? []).map(({ field, message }) => `${FLAGS[field] ?? field} ${message}.`).join("\n"),
      );
    default:
      return error;
  }
}

const FLAGS: Record<string, string> = { after: "--after", merchant_id: "--merchant" };

/** Null: received, or all attempts used. Otherwise why the event does not count as received. */
async function forwardOne(
  { to, secret, stopOnFailure, ending, onReport }: Following,
  event: ListedEvent,
  file: PositionFile,
): Promise<"asked" | "failure" | null> {
  const sleep = (ms: number) => {
    file.touch();
    return pause(ms, ending).catch(() => undefined);
  };
  for (let attempt = 0, isReported = false; ; ) {
    if (ending.aborted) return "asked";
    const at = new Date();
    const answer = await forwardEvent(to, event, secret);
    if (answer.kind === "unreachable") {
      if (!isReported) onReport({ kind: "waiting", event, reason: answer.reason });
      isReported = true;
      await sleep(UNREACHABLE_PAUSE_MS);
      continue;
    }
    isReported = false;
    attempt += 1;
    const tried = { kind: "tried", at, event, attempt, answer } as const;
    const pauseMs = RETRY_PAUSES_MS[attempt - 1];
    if (answer.kind === "accepted" || pauseMs === undefined) {
      const stops = answer.kind !== "accepted" && stopOnFailure;
      onReport({ ...tried, next: stops ? "stop" : "on" });
      return stops ? "failure" : null;
    }
    onReport({ ...tried, next: { againInMs: pauseMs } });
    await sleep(pauseMs);
  }
}
