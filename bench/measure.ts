import autocannon from "autocannon";
import type pg from "pg";
import { postgresProcessorMs, processorMs } from "./processes";

export const CALLS = ["create link", "status", "token", "list links", "initiation"] as const;

/** One of the calls at one of the servers. */
export interface Subject {
  server: "product" | "next" | "oidc-provider" | "floor";
  pid: number;
  /** Connected to the server's own database. */
  database: pg.Client;
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
  /** Processor time a request: of the server's process, and of PostgreSQL. Null where it is not known. */
  serverMs: number | null;
  postgresMs: number | null;
}

export const CONNECTIONS = 16;

/**
 * Loads one subject for `seconds`, at most with `requestsPerS`. Throws when an answer was not 2xx, was wrong, or did not
 * arrive, and when the number of new rows differs from the number of answers: a fast wrong answer is no result.
 */
export async function measure(subject: Subject, seconds: number, requestsPerS?: number): Promise<Round> {
  const before = await subject.countRows?.();
  const { nextBody, pid, database } = subject;
  const { rows } = await database.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const times = () => [processorMs(pid), postgresProcessorMs(rows[0]?.pid ?? 0)] as const;
  const timesBefore = times();
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
  const [serverMs, postgresMs] = times().map((after, index) => {
    const earlier = timesBefore[index] ?? null;
    return after === null || earlier === null ? null : (after - earlier) / result["2xx"];
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
  const { p50, p99 } = result.latency;
  const figures = { requestsPerS: result["2xx"] / result.duration, p50Ms: p50, p99Ms: p99 };
  return { ...figures, serverMs: serverMs ?? null, postgresMs: postgresMs ?? null };
}

/** How many rows a table has. */
export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`);
  return Number(rows[0]?.n);
}
