/** The parts of a request or a response, as they are shown and copied. */
type Headers = Record<string, string | string[]>;
type HeaderLine = { name: string; value: string };

/** Characters that are invisible, end a line, or change the direction of the text; without line feed and tab. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** An untrusted text with its invisible characters as escapes. */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The order in which headers are sent: the database does not keep it. */
const SENT_ORDER = ["Content-Type", "User-Agent", "X-Event-Id", "X-Timestamp", "X-Signature"];

/** One line for each value. */
export function headerLines(headers: Headers): HeaderLine[] {
  const rank = (name: string) => SENT_ORDER.indexOf(name) + 1 || SENT_ORDER.length + 1;
  const entries = Object.entries(headers).sort(([a], [b]) => rank(a) - rank(b));
  return entries.flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
}

/** JSON with indentation; any other text unchanged. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The first line of a request. */
export function requestLine(url: string): string {
  const { pathname, search } = new URL(url);
  return `POST ${pathname}${search} HTTP/1.1`;
}

/** The request as a curl command for a POSIX shell: same bytes and headers, same signature. */
export function curlOf(request: { url: string; headers: Headers; body: string }): string {
  const headers = headerLines(request.headers).map((line) => `  -H ${quoted(headerLine(line))} \\`);
  return [
    "curl -sS -i -w '\\n' -X POST \\",
    ...headers,
    `  --data-binary ${quoted(request.body)} \\`,
    `  ${quoted(request.url)}`,
  ].join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A header as a line of text. */
export function headerLine({ name, value }: HeaderLine): string {
  return `${name}: ${value}`;
}

/** Headers as lines of text. */
export function headerText(headers: Headers): string {
  return headerLines(headers).map(headerLine).join("\n");
}

/** A request or a response as it is copied: first line, headers, body. */
export function messageText(start: string | null, lines: readonly HeaderLine[], body: string): string {
  return [...(start === null ? [] : [start]), ...lines.map(headerLine), "", body].join("\n");
}
