import type { DocsSession } from "../../console/docs-session/route";
import { bearerScheme, type Document, operationAt } from "./for-trying";

/** A request as Swagger UI sends it. */
export type SentRequest = { url: string; method?: string; headers?: Record<string, string>; body?: unknown };

const SESSION = "/console/docs-session";
const SEND = "/api/trpc/developers.reference.send";
/** The placeholder for the token in the shown command; it is not sent. */
const PLACEHOLDER = "Bearer YOUR_ACCESS_TOKEN";

/** The Console's session of this browser; null: none. `call`: the request of the log in the page's address. */
export async function readSession(): Promise<DocsSession | null> {
  const call = new URLSearchParams(location.search).get("from");
  const address = call === null ? SESSION : `${SESSION}?call=${encodeURIComponent(call)}`;
  const answer = await fetch(address, { credentials: "same-origin", redirect: "error" }).catch(() => null);
  return answer?.status === 200 ? ((await answer.json()) as DocsSession) : null;
}

/**
 * How a request of the reference is sent. With an access token, without a session, or where an operation has no test
 * mode: as it is, without cookies. Else by the Console's own procedure, which sends it in test mode as the signed-in
 * user, checks its origin and needs no token.
 */
export function requestOf<Request extends SentRequest>(
  request: Request,
  { document, session }: { document: Document; session: DocsSession | null },
): Request & { credentials: RequestCredentials; userFetch?: () => Promise<Response> } {
  const plain = { ...request, credentials: "omit" as const };
  const { headers = {}, method = "GET", url } = request;
  if (!session?.maySend || headers["Authorization"] !== undefined) return plain;
  const found = operationAt(document, method, new URL(url).pathname);
  if (!found || found.id in session.notSent) return plain;
  const scheme = bearerScheme(document);
  const isPublic = !found.operation.security?.some((way) => scheme !== undefined && scheme in way);
  return {
    ...plain,
    ...(isPublic ? {} : { headers: { ...headers, Authorization: PLACEHOLDER } }),
    userFetch: () => sendInTest(request, found, session.merchantId),
  };
}

type Found = { id: string; params: Record<string, string> };
type Answer = {
  result?: { data: { status: number; body: string; headers: { name: string; value: string }[] } };
  error?: { message: string; data?: { code?: string } };
};

async function sendInTest({ url, headers = {}, body }: SentRequest, found: Found, merchantId: string) {
  const answer = await fetch(SEND, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ merchantId, operation: found.id, params: found.params },
      query: Object.fromEntries(new URL(url).searchParams),
      // As typed: the API's answer depends on the spelling of numbers and on duplicate names, which parsing loses.
      ...(body ? { body: String(body) } : {}),
      ...{ idempotencyKey: headers["Idempotency-Key"], requestId: headers["X-Request-Id"] },
      ifNoneMatch: headers["If-None-Match"],
    }),
  });
  const { result, error } = (await answer.json()) as Answer;
  if (!result) {
    const isOver = error?.data?.code === "UNAUTHORIZED";
    return failure(answer.status, isOver ? "Your session has ended. Sign in again." : (error?.message ?? ""));
  }
  const { status, headers: received, body: text } = result.data;
  // A Response with status 304 accepts no body, not even an empty one.
  return new Response(text || null, {
    status,
    headers: received.map(({ name, value }) => [name, value] as [string, string]),
  });
}

function failure(status: number, message: string): Response {
  return Response.json({ success: false, error: { message } }, { status });
}
