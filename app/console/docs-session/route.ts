import { pathValues } from "@/components/console/developers/call-code";
import type { CallDetail } from "@/server/developer-tools/read-call";
import { withoutLeftOut } from "@/server/developer-tools/recorded-parts";
import { env } from "@/server/lib/config/env";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { consolePage } from "../context";
import { getSession } from "../session";

/** The Console's session as the API reference of `/docs` needs it. It contains no token: requests go by the cookie. */
export type DocsSession = {
  merchantId: string;
  merchant: string;
  /** Whether the user may send requests. */
  maySend: boolean;
  /** The operations that can't be sent in test mode, by operationId, with the reason. */
  notSent: Record<string, string>;
  /** The request of the log that fills in its operation; null without one. */
  recorded: { operation: string; values: Record<string, unknown>; body: unknown; leftOut: string[] } | null;
};

/**
 * GET by the script of `/docs`, which is the same page for every reader. `call`: a request of the log. Only our own pages
 * get a response; without a merchant of the Console it is empty.
 */
export async function GET(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return answer(null, 403);
  const session = await getSession();
  // Users who have to set up two-factor, or to choose a merchant first, have no page of the Console yet.
  const page = session && !session.needsTwoFactor ? await consolePage() : null;
  if (!page) return answer(null, 204);
  const { merchant, may, api } = page;
  const id = new URL(request.url).searchParams.get("call");
  const isShown = id !== null && may.includes("developers.calls.get");
  const [operations, call] = await Promise.all([
    api.developers.reference.read({ merchantId: merchant.id }),
    // An unknown or deleted request leaves the documented examples.
    isShown ? api.developers.calls.get({ merchantId: merchant.id, id }).catch(() => null) : null,
  ]);
  const template = operations.find((one) => one.id === call?.endpoint)?.path;
  const found: DocsSession = {
    merchantId: merchant.id,
    merchant: merchant.brandName,
    maySend: may.includes("developers.reference.send"),
    notSent: Object.fromEntries(operations.flatMap(({ id, notSent }) => (notSent === null ? [] : [[id, notSent]]))),
    recorded: call && template !== undefined ? recordedOf(call, template) : null,
  };
  return answer(found, 200);
}

function recordedOf({ endpoint, path, sent, repeat }: CallDetail, template: string): DocsSession["recorded"] {
  return {
    operation: endpoint ?? "",
    values: withoutLeftOut({ ...pathValues(template, path), ...sent.query }) as Record<string, unknown>,
    body: withoutLeftOut(sent.body) ?? null,
    leftOut: repeat.kind === "incomplete" ? repeat.leftOut : [],
  };
}

function answer(body: DocsSession | null, status: number): Response {
  return new Response(body && JSON.stringify(body), {
    status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Type": "application/json",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
