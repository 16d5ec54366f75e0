import type { z } from "zod";
import type { Endpoint } from "../lib/endpoint";
import { AppError } from "../lib/errors";

const CLIENT_GRANTS: ReadonlySet<unknown> = new Set(["client_credentials", "refresh_token"]);

/**
 * The body with the client of an Authorization header of the scheme Basic (RFC 6749 §2.3.1: id and secret are each
 * form-encoded, then joined by a colon in base64). Only for the grants that a client authenticates for: the others are of
 * users. Without such a header the body stays as it is.
 * @throws AppError UNAUTHORIZED for a header that is unreadable, or whose client `schema` refuses; INVALID_INPUT when the
 *   body has a client too (§2.3: one method in each request), except the same `client_id`
 */
export function withBasicClient(
  headers: Pick<Headers, "get">,
  body: Record<string, unknown>,
  schema: z.ZodType,
): Record<string, unknown> {
  const authorization = headers.get("authorization");
  const { grant_type: grant = "client_credentials", client_id: id, client_secret: secret } = body;
  if (!isBasic(authorization) || !CLIENT_GRANTS.has(grant)) return body;
  const client = readBasic(authorization);
  if (!client) {
    const message = "The header Authorization must be: Basic <base64 of client_id:client_secret>.";
    throw new AppError("UNAUTHORIZED", { message });
  }
  const isSame = typeof id === "string" && id.toLowerCase() === client.client_id.toLowerCase();
  if (secret === undefined && (id === undefined || isSame)) {
    const whole = { ...body, ...client };
    const { error } = schema.safeParse(whole);
    if (!error?.issues.some(({ path }) => Object.hasOwn(client, path[0] ?? ""))) return whole;
    // Not a malformed field: the body that the caller sent has none.
    throw new AppError("UNAUTHORIZED", { message: "The client ID or the client secret is wrong." });
  }
  const field = secret === undefined ? "client_id" : "client_secret";
  throw new AppError("INVALID_INPUT", {
    message: "The client is in the header Authorization and in the body. Send it in one of them.",
    metadata: { errors: [{ field, message: "must be left out with HTTP Basic" }] },
  });
}

/** The challenge for a client that tried HTTP Basic and failed names that scheme too (RFC 6749 §5.2). */
export function basicChallenge(
  endpoint: Endpoint,
  { status }: AppError,
  headers: Pick<Headers, "get">,
): Record<string, string> {
  const isTried = endpoint.acceptsBasic && status === 401 && isBasic(headers.get("authorization"));
  return isTried ? { "WWW-Authenticate": 'Bearer, Basic realm="Bankside", charset="UTF-8"' } : {};
}

function isBasic(authorization: string | null): authorization is string {
  return authorization !== null && /^Basic(?: |$)/i.test(authorization);
}

function readBasic(authorization: string): { client_id: string; client_secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  const text = Buffer.from(encoded ?? "", "base64").toString();
  const colon = text.indexOf(":");
  if (colon === -1) return null;
  const [id, secret] = [decoded(text.slice(0, colon)), decoded(text.slice(colon + 1))];
  return id === null || secret === null ? null : { client_id: id, client_secret: secret };
}

/** A form-encoded value; null: malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
