import { z } from "zod";
import { AppError } from "../../lib/errors";
import { type OutgoingRequest, sendRequest } from "../../lib/net/http-client";
import { isUrl } from "../../lib/net/parse-url";

/** Deadline of each call to an issuer. */
const DEADLINE_MS = 3_000;

const named = z.object({ issuer: z.string() });

/**
 * The metadata of an OpenID issuer (OpenID Connect Discovery 1.0 §4), with the required addresses.
 * @throws AppError SERVICE_UNAVAILABLE where it can't be reached or parsed, or names another issuer
 */
export async function discover<T extends z.ZodRawShape>(issuer: string, addresses: z.ZodObject<T>) {
  const at = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = await fetchJson({ method: "GET", url: at, headers: {} }, z.looseObject({}));
  const itself = named.safeParse(document);
  if (!itself.success) throw unavailable(`${at} is not a valid OpenID configuration.`, itself.error);
  if (itself.data.issuer !== issuer) throw unavailable(`${at} names another issuer: ${itself.data.issuer}.`);
  const parsed = addresses.safeParse(document);
  if (!parsed.success) throw unavailable(`${at} is not a valid OpenID configuration.`, parsed.error);
  for (const address of Object.values(parsed.data))
    if (!isAsSafe(String(address), issuer))
      throw unavailable(`${at} names an address that is not allowed: ${String(address)}.`);
  return parsed.data;
}

/** A response over plain HTTP could be replaced in transit, so all addresses of an https issuer must be https. */
function isAsSafe(address: string, issuer: string): boolean {
  return isUrl(address) && ["https:", new URL(issuer).protocol].includes(new URL(address).protocol);
}

/** One call to an issuer; the JSON answer must match the schema. @throws AppError SERVICE_UNAVAILABLE */
export async function fetchJson<T>(
  { headers, ...request }: Omit<OutgoingRequest, "deadlineMs">,
  schema: z.ZodType<T>,
): Promise<T> {
  const asking = { ...request, headers: { Accept: "application/json", ...headers }, deadlineMs: DEADLINE_MS };
  const result = await sendRequest(asking);
  if (result.kind !== "answered") throw unavailable(result.detail);
  if (result.answer.status !== 200) throw unavailable(`${request.url} answers ${result.answer.status}.`);
  try {
    return schema.parse(JSON.parse(result.answer.body));
  } catch (cause) {
    throw unavailable(`${request.url} cannot be read.`, cause);
  }
}

function unavailable(reason: string, cause?: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", {
    message: "The issuer of the id_token is unreachable. Try again in a moment.",
    cause: new Error(reason, { cause }),
  });
}
