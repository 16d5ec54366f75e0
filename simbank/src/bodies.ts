const MAX_BODY_BYTES = 64 * 1024;

/** The body as text; null when it exceeds the limit. */
export async function readBody(request: Request): Promise<string | null> {
  // The adapter builds a whole Request for its body.
  if (request.method === "GET") return "";
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** NUL and lone surrogates, as JSON.stringify writes them: PostgreSQL cannot store either. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** The parsed JSON, or undefined when it is invalid or cannot be stored. */
export function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text);
    return UNSTORABLE.test(JSON.stringify(value)) ? undefined : value;
  } catch {
    return undefined;
  }
}
