import { appendFileSync } from "node:fs";
import { errorsOf } from "../../http/errors-of";
import type { Endpoint } from "../../lib/endpoint";
import type { ErrorCode } from "../../lib/errors";

/** The file that collects the answers of a whole suite's run, one per line; unset for a partial run. */
const FILE = process.env["BANKSIDE_TEST_ANSWERS"];
const noted = new Set<string>();

/** Answers that belong to no operation: an unknown path, a wrong method. */
export const NO_ENDPOINT = "-";
/** Answers of any path, besides the declared codes. */
const BEYOND_ENDPOINTS = [`${NO_ENDPOINT} 404 NOT_FOUND`, `${NO_ENDPOINT} 405 METHOD_NOT_ALLOWED`];

/** Records an answer: its status, and the error code of a failure. */
export function noteAnswer(endpointId: string, status: number, code: string | undefined): void {
  const line = `${endpointId} ${status} ${code ?? "-"}`;
  if (!FILE || noted.has(line)) return;
  noted.add(line);
  appendFileSync(FILE, `${line}\n`);
}

/**
 * The declared answers that no test has seen, in sentences; empty when none is missing. An endpoint's success and its
 * own codes must come from that endpoint; codes that follow from an endpoint's shape, from any endpoint of that shape.
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
