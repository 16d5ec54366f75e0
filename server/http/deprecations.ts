import { now, unixSeconds } from "../lib/clock";
import { isUrl } from "../lib/net/parse-url";

/** A deprecated endpoint. Times in ISO 8601; `link` describes the replacement. */
export type Deprecation = { endpoint: string; deprecatedAt: string; sunsetAt: string; link: string };

/** Every deprecated and every removed endpoint (contract, "Versioning"). None at launch. */
export const DEPRECATIONS: readonly Deprecation[] = [];

/** Integrators get at least half a year's notice. */
const MIN_NOTICE_DAYS = 183;
const DAY_MS = 86_400_000;

/** Violations of the contract's rule in a table, as sentences; empty: none. `endpointIds`: all endpoints. */
export function problemsOf(table: readonly Deprecation[], endpointIds: readonly string[]): string[] {
  return table.flatMap(({ endpoint, deprecatedAt, sunsetAt, link }, index) => {
    const problems: string[] = [];
    const noticeMs = Date.parse(sunsetAt) - Date.parse(deprecatedAt);
    if (!endpointIds.includes(endpoint)) problems.push("is not an endpoint");
    if (table.findIndex((row) => row.endpoint === endpoint) !== index) problems.push("is listed twice");
    if (Number.isNaN(noticeMs)) problems.push("has an unreadable time");
    else if (noticeMs < MIN_NOTICE_DAYS * DAY_MS)
      problems.push(`is removed less than ${MIN_NOTICE_DAYS} days after its notice`);
    if (!isUrl(link) || !/^https:[^<>"\s]+$/.test(link)) problems.push("has no https link");
    return problems.map((problem) => `${endpoint} ${problem}`);
  });
}

/** Headers of every response of a deprecated endpoint: Deprecation (RFC 9745), Sunset (RFC 8594) and Link. */
export function deprecationHeaders({ deprecatedAt, sunsetAt, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${unixSeconds(new Date(deprecatedAt))}`,
    Sunset: new Date(sunsetAt).toUTCString(),
    Link: `<${link}>; rel="deprecation"`,
  };
}

/** Whether the endpoint has been removed. */
export function isRemoved({ sunsetAt }: Deprecation): boolean {
  return now().getTime() >= Date.parse(sunsetAt);
}
