/** Headers of every answer of the XS2A interface: X-Request-ID is returned unchanged. */
function baseHeaders(request: Request): Record<string, string> {
  const requestId = request.headers.get("X-Request-ID");
  return { "Cache-Control": "no-store", ...(requestId === null ? {} : { "X-Request-ID": requestId }) };
}

/** A JSON answer of the XS2A interface. Fields that are undefined are left out. */
export function jsonAnswer(
  request: Request,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const all = { ...baseHeaders(request), "Content-Type": "application/json", ...headers };
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** 204, without a body. */
export function emptyAnswer(request: Request): Response {
  return new Response(null, { status: 204, headers: baseHeaders(request) });
}

/**
 * An error in the standard's format (NextGenPSD2 1.3.11, section 4.13). `path` names the invalid part of the request.
 */
export function errorAnswer(
  request: Request,
  status: number,
  code: string,
  text: string,
  more: { path?: string; headers?: Record<string, string> } = {},
): Response {
  const message = { category: "ERROR", code, path: more.path, text };
  return jsonAnswer(request, status, { tppMessages: [message] }, more.headers);
}
