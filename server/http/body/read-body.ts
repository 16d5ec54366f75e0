import { boundNamed } from "../../lib/bounds";
import type { Endpoint } from "../../lib/endpoint";
import { AppError, isAppError } from "../../lib/errors";
import { refuseUnstorable } from "../../lib/storable";
import type { BodySource } from "../api-request";
import { spoilDecimalAmounts } from "./decimal-amounts";
import { hasDuplicateNames } from "./duplicate-names";
import { findJsonFault } from "./json-fault";
import { readQuery } from "./parse";

export const MAX_BODY_BYTES: number = boundNamed("API body").bodyBytes;

/**
 * The body of a request to this endpoint as a plain object; `{}` without a body. A body over the limit is refused while
 * it is received.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_INPUT, VALIDATION_ERROR
 */
export async function readBody(
  request: BodySource,
  { acceptsForm, invalidBody }: Pick<Endpoint, "acceptsForm" | "invalidBody">,
): Promise<Record<string, unknown>> {
  const bytes = await readAll(request);
  if (bytes.byteLength === 0) return {};
  const { headers } = request;
  const type = mediaTypeOf(headers.get("content-type") ?? "");
  // Before the text is decoded: bytes of gzip or UTF-16 are not UTF-8, and that error would hide the cause.
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", {
      message: "Compressed bodies are not supported. Send the body uncompressed, without Content-Encoding.",
    });
  }
  const isForm = acceptsForm === true && type === "application/x-www-form-urlencoded";
  // JSON is UTF-8 (RFC 8259 §8.1).
  if (type !== "application/json" && !isForm) throw unsupported(acceptsForm === true);
  const text = decode(bytes);
  try {
    return isForm ? readForm(text) : readObject(text);
  } catch (error) {
    if (invalidBody === undefined || !isAppError(error)) throw error;
    const { message, metadata } = error;
    throw new AppError(invalidBody, { message, ...(metadata ? { metadata } : {}), cause: error });
  }
}

function unsupported(acceptsForm: boolean): AppError {
  if (!acceptsForm) return new AppError("UNSUPPORTED_MEDIA_TYPE");
  return new AppError("UNSUPPORTED_MEDIA_TYPE", {
    message:
      "The body must be JSON in UTF-8, with the header Content-Type: application/json, or a form, with " +
      "Content-Type: application/x-www-form-urlencoded.",
  });
}

/** A parameter without a value counts as absent (RFC 6749 §3.1); a repeated one is an error. */
function readForm(text: string): Record<string, string> {
  const parameters = Object.entries(readQuery(new URLSearchParams(text), "body"));
  return Object.fromEntries(parameters.filter(([, value]) => value !== ""));
}

/** The media type in lower case; null for a charset other than UTF-8. */
function mediaTypeOf(contentType: string): string | null {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return charset === undefined || /^"?utf-?8"?$/.test(charset) ? type : null;
}

/** The body's text, of any media type. @throws AppError PAYLOAD_TOO_LARGE, INVALID_INPUT when it is not UTF-8 */
export async function readText(source: BodySource): Promise<string> {
  return decode(await readAll(source));
}

async function readAll({ headers, body }: BodySource): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  if (Number(headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw new AppError("PAYLOAD_TOO_LARGE");
  return readBytes(body);
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: "The body is not UTF-8.", cause });
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body[Symbol.asyncIterator]();
  // A broken body is caused by the caller or the network.
  const read = () =>
    reader.next().catch((cause: unknown) => {
      throw new AppError("INVALID_INPUT", { message: "The body is incomplete: the connection closed early.", cause });
    });
  for (let part = await read(); !part.done; part = await read()) {
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      // Not awaited: the end of one branch of a cloned body waits for the end of the other.
      reader.return?.().catch(() => undefined);
      throw new AppError("PAYLOAD_TOO_LARGE");
    }
    chunks.push(part.value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function readObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column, expected } = findJsonFault(text);
    // Without the cause: the runtime's message quotes the body, which may contain secrets.
    throw new AppError("INVALID_INPUT", {
      message: `The body is not valid JSON: line ${line}, column ${column}, expected ${expected}.`,
    });
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new AppError("INVALID_INPUT", { message: "The body must be a JSON object." });
  }
  refuseUnstorable(value);
  if (hasDuplicateNames(text, value)) {
    throw new AppError("INVALID_INPUT", { message: "The body has a duplicate name in one object." });
  }
  const exact = spoilDecimalAmounts(text);
  return exact === text ? (value as Record<string, unknown>) : JSON.parse(exact);
}
