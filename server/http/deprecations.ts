import { now, unixSeconds } from "../lib/clock";
import { isUrl } from "../lib/parse-url";

/** An endpoint that will go. Times in ISO 8601; `link` tells integrators what to do instead. */
export type Deprecation = { endpoint: string; deprecatedAt: string; sunsetAt: string; link: string };

/** Every endpoint that is deprecated, and every one that is no more (contract, "Versioning"). None at launch. */
export const DEPRECATIONS: readonly Deprecation[] = [];

/** Integrators get half a year from the day on which they can know. */
const MIN_NOTICE_DAYS = 183;
const DAY_MS = 86_400_000;

/** What is wrong with a table, as sentences; none when it keeps the contract's rule. `endpointIds`: all there are. */
export function problemsOf(table: readonly Deprecation[], endpointIds: readonly string[]): string[] {
  return table.flatMap(({ endpoint, deprecatedAt, sunsetAt, link }, index) => {
    const problems: string[] = [];
    const noticeMs = Date.parse(sunsetAt) - Date.parse(deprecatedAt);
    if (!endpointIds.includes(endpoint)) problems.push("is no endpoint");
    if (table.findIndex((row) => row.endpoint === endpoint) !== index) problems.push("stands here twice");
    if (Number.isNaN(noticeMs)) problems.push("has a time that cannot be read");
    else if (noticeMs < MIN_NOTICE_DAYS * DAY_MS)
      problems.push(`goes sooner than ${MIN_NOTICE_DAYS} days after its notice`);
    if (!isUrl(link) || !/^https:[^<>"\s]+$/.test(link)) problems.push("has no https link");
    return problems.map((problem) => `${endpoint} ${problem}`);
  });
}

/** What a deprecated endpoint says of itself on every answer: Deprecation (RFC 9745), Sunset (RFC 8594) and Link. */
export function deprecationHeaders({ deprecatedAt, sunsetAt, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${unixSeconds(new Date(deprecatedAt))}`,
    Sunset: new Date(sunsetAt).toUTCString(),
    Link: `<${link}>; rel="deprecation"`,
  };
}

/** Whether the endpoint is no more. */
export function isRemoved({ sunsetAt }: Deprecation): boolean {
  return now().getTime() >= Date.parse(sunsetAt);
}
