import { AppError } from "../lib/errors";
import { refuseUnstorable } from "../lib/storable";

export const MAX_BODY_BYTES = 64 * 1024;

/**
 * A request's body as a plain object; `{}` when there is none. Refused while it streams in, once past the limit.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_INPUT, VALIDATION_ERROR
 */
export async function readBody(request: Request, acceptsForm: boolean): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (text === "") return {};
  const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (acceptsForm && mediaType === "application/x-www-form-urlencoded")
    return Object.fromEntries(new URLSearchParams(text));
  if (mediaType !== "application/json") throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const value = parseJson(text);
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new AppError("INVALID_INPUT", { message: "The body has to be a JSON object." });
  }
  refuseUnstorable(value);
  return value as Record<string, unknown>;
}

async function readText(request: Request): Promise<string> {
  if (!request.body) return "";
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw new AppError("PAYLOAD_TOO_LARGE");
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      reader.cancel().catch(() => undefined);
      throw new AppError("PAYLOAD_TOO_LARGE");
    }
    chunks.push(part.value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: "The body is not UTF-8.", cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: "The body is not JSON.", cause });
  }
}
