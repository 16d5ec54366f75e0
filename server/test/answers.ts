import { appendFileSync } from "node:fs";
import { errorsOf } from "../http/errors-of";
import type { Endpoint } from "../lib/endpoint";
import type { ErrorCode } from "../lib/errors";

/** The file that a run of the whole suite collects its answers in, a line each; unset for a part of it. */
const FILE = process.env["BANKSIDE_TEST_ANSWERS"];
const noted = new Set<string>();

/** Answers that belong to no operation: an unknown path, a wrong verb. */
export const NO_ENDPOINT = "-";
/** Beside every declared code, what any HTTP interface owes: found by nobody's list. */
const BEYOND_ENDPOINTS = [`${NO_ENDPOINT} 404 NOT_FOUND`, `${NO_ENDPOINT} 405 METHOD_NOT_ALLOWED`];

/** Remembers that some test got this answer: `code` of a failure, else the status alone counts. */
export function noteAnswer(endpointId: string, status: number, code: string | undefined): void {
  const line = `${endpointId} ${status} ${code ?? "-"}`;
  if (!FILE || noted.has(line)) return;
  noted.add(line);
  appendFileSync(FILE, `${line}\n`);
}

/**
 * What the document promises and no test has seen, in sentences; empty when nothing is missing. An endpoint's success and
 * its own codes have to be answered by itself; what follows from an endpoint's shape, by any that has the shape.
 */
export function unseenAnswers(endpoints: readonly Endpoint[], answers: ReadonlySet<string>): string[] {
  const seenCodes = new Set([...answers].map((line) => line.split(" ")[2]));
  const seen = (id: string, part: string) =>
    [...answers].some((line) => line.startsWith(`${id} `) && line.includes(part));
  const own = endpoints.flatMap((endpoint) => [
    ...(seen(endpoint.id, ` ${endpoint.success} `) ? [] : [`${endpoint.id} never answered ${endpoint.success}`]),
    ...(!endpoint.cacheControl || seen(endpoint.id, " 304 ") ? [] : [`${endpoint.id} never answered 304`]),
    ...endpoint.errors
      .filter((code) => !seen(endpoint.id, ` ${code}`))
      .map((code) => `${endpoint.id} never answered ${code}`),
  ]);
  const derived = new Set<ErrorCode>(endpoints.flatMap(errorsOf));
  const anywhere = [...derived].filter((code) => !seenCodes.has(code)).map((code) => `nobody answered ${code}`);
  const beyond = BEYOND_ENDPOINTS.filter((line) => !answers.has(line)).map((line) => `never answered: ${line}`);
  return [...own, ...anywhere, ...beyond];
}
