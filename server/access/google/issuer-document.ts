import { z } from "zod";
import { AppError } from "../../lib/errors";
import { type OutgoingRequest, sendRequest } from "../../lib/http-client";
import { isUrl } from "../../lib/parse-url";

/** For each exchange with an issuer. */
const DEADLINE_MS = 3_000;

const named = z.object({ issuer: z.string() });

/**
 * What an OpenID issuer says of itself (OpenID Connect Discovery 1.0 §4), with the addresses that are needed of it.
 * @throws AppError SERVICE_UNAVAILABLE where it is out of reach, cannot be read, or calls itself something else
 */
export async function discover<T extends z.ZodRawShape>(issuer: string, addresses: z.ZodObject<T>) {
  const at = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = await fetchJson({ method: "GET", url: at, headers: {} }, z.looseObject({}));
  const itself = named.safeParse(document);
  if (!itself.success) throw unavailable(`${at} cannot be read.`, itself.error);
  if (itself.data.issuer !== issuer) throw unavailable(`It calls itself ${itself.data.issuer}.`);
  const parsed = addresses.safeParse(document);
  if (!parsed.success) throw unavailable(`${at} cannot be read.`, parsed.error);
  for (const address of Object.values(parsed.data))
    if (!isAsSafe(String(address), issuer)) throw unavailable(`It names ${String(address)}.`);
  return parsed.data;
}

/** What anybody on the way could exchange proves nothing: an issuer on https has everything on https. */
function isAsSafe(address: string, issuer: string): boolean {
  return isUrl(address) && ["https:", new URL(issuer).protocol].includes(new URL(address).protocol);
}

/** One exchange with an issuer, answered with JSON of that shape. @throws AppError SERVICE_UNAVAILABLE */
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
    message: "The issuer of the id_token is out of reach. Try again in a moment.",
    cause: new Error(reason, { cause }),
  });
}
