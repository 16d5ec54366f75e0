const MAX_BODY_BYTES = 64 * 1024;

/** Headers that every answer of the XS2A interface carries: X-Request-ID is played back. */
function baseHeaders(request: Request): Record<string, string> {
  const requestId = request.headers.get("X-Request-ID");
  return { "Cache-Control": "no-store", ...(requestId === null ? {} : { "X-Request-ID": requestId }) };
}

/** A JSON answer of the XS2A interface. */
export function jsonAnswer(
  request: Request,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const all = { ...baseHeaders(request), "Content-Type": "application/json", ...headers };
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** 204: done, nothing to tell. */
export function emptyAnswer(request: Request): Response {
  return new Response(null, { status: 204, headers: baseHeaders(request) });
}

/** An error in the standard's words (NextGenPSD2 1.3.11, section 4.13). `path` names what is wrong in the request. */
export function errorAnswer(request: Request, status: number, code: string, text: string, path?: string): Response {
  const message = { category: "ERROR", code, ...(path === undefined ? {} : { path }), text };
  return jsonAnswer(request, status, { tppMessages: [message] });
}

/** The body as text; null when it is longer than this bank reads. */
export async function readBody(request: Request): Promise<string | null> {
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

/** JSON, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
