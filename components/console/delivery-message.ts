/** The parts of a request that went out, or of an answer that came: what the panes show and what is copied. */
type Headers = Record<string, string | string[]>;

/** What shows as nothing, ends a line where none ends, or turns the direction of what follows; line feed and tab aside. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of somebody else's with all of it made visible: an answer hides nothing, nor seems to say another thing. */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A request's headers in the order in which they go out: the database keeps them in one of its own. */
const SENT_ORDER = ["Content-Type", "User-Agent", "X-Event-Id", "X-Timestamp", "X-Signature"];

/** One line for each value. */
export function headerLines(headers: Headers): { name: string; value: string }[] {
  const rank = (name: string) => SENT_ORDER.indexOf(name) + 1 || SENT_ORDER.length + 1;
  const entries = Object.entries(headers).sort(([a], [b]) => rank(a) - rank(b));
  return entries.flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
}

/** JSON as people read it; anything else as it is. */
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

/** The line that a request begins with. */
export function requestLine(url: string): string {
  const { pathname, search } = new URL(url);
  return `POST ${pathname}${search} HTTP/1.1`;
}

/** The same request as a command of a POSIX shell: the same bytes and headers, the signature as it was sent. */
export function curlOf(request: { url: string; headers: Headers; body: string }): string {
  const headers = headerLines(request.headers).map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)} \\`);
  return [
    "curl -sS -i -X POST \\",
    ...headers,
    `  --data-binary ${quoted(request.body)} \\`,
    `  ${quoted(request.url)}`,
  ].join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Headers as a block of text, as they stand in a request. */
export function headerText(headers: Headers): string {
  return headerLines(headers)
    .map(({ name, value }) => `${name}: ${value}`)
    .join("\n");
}
