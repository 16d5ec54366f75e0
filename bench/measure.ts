import autocannon from "autocannon";
import type pg from "pg";

export const CALLS = ["create link", "status", "token", "list links", "initiation"] as const;

/** One of the calls at one of the servers. */
export interface Subject {
  server: "product" | "next" | "oidc-provider" | "floor";
  call: (typeof CALLS)[number];
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** For a call that cannot be repeated: the body of each request. */
  nextBody?: () => string;
  /** Whether an answer's body is correct. */
  isRight(body: string): boolean;
  /** Counts the rows that the call creates; absent for a call that creates none. */
  countRows?: () => Promise<number>;
  /** Removes the pending work that a round leaves. */
  afterwards?: () => Promise<void>;
}

export interface Round {
  requestsPerS: number;
  p50Ms: number;
  p99Ms: number;
}

export const CONNECTIONS = 16;

/**
 * Loads one subject for `seconds`, at most with `requestsPerS`. Throws when an answer was not 2xx, was wrong, or did not
 * arrive, and when the number of new rows differs from the number of answers: a fast wrong answer is no result.
 */
export async function measure(subject: Subject, seconds: number, requestsPerS?: number): Promise<Round> {
  const before = await subject.countRows?.();
  const { nextBody } = subject;
  const result = await autocannon({
    url: subject.url,
    method: subject.method,
    headers: subject.headers,
    ...(subject.body === undefined ? {} : { body: subject.body }),
    ...(nextBody ? { requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }] } : {}),
    connections: CONNECTIONS,
    duration: seconds,
    ...(requestsPerS === undefined ? {} : { overallRate: Math.max(CONNECTIONS, Math.round(requestsPerS)) }),
    verifyBody: (body) => subject.isRight(String(body)),
  });
  const { non2xx, errors, timeouts, mismatches } = result;
  const wrong = { non2xx, errors, timeouts, mismatches };
  if (Object.values(wrong).some((count) => count > 0)) {
    throw new Error(`${subject.server}, ${subject.call}: ${JSON.stringify(wrong)}`);
  }
  if (before !== undefined) {
    const made = ((await subject.countRows?.()) ?? 0) - before;
    // Requests in flight at the end of the round have created their rows too.
    if (made < result["2xx"] || made > result["2xx"] + CONNECTIONS) {
      throw new Error(`${subject.server}, ${subject.call}: ${result["2xx"]} answers, ${made} rows`);
    }
  }
  await subject.afterwards?.();
  return { requestsPerS: result["2xx"] / result.duration, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** How many rows a table has. */
export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`);
  return Number(rows[0]?.n);
}
